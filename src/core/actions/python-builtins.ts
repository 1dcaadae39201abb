/** Names that Python binds by itself, 2.7 to 3.14, and the runner's own. */
export const pythonBuiltins: ReadonlySet<string> = new Set(
  (
    'abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod ' +
    'cmp coerce compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile exit file filter ' +
    'float format frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass iter len ' +
    'license list locals long map max memoryview min next object oct open ord pow print property quit range raw_input ' +
    'reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type unichr unicode ' +
    'vars xrange zip None True False Ellipsis NotImplemented __name__ __file__ __doc__ __debug__ __import__ __builtins__ ' +
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError ' +
    'BufferError BytesWarning ChildProcessError ConnectionError DeprecationWarning EOFError EnvironmentError Exception ' +
    'ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ' +
    'ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError ' +
    'MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError ' +
    'PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning ' +
    'RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError ' +
    'SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError ' +
    'UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError reprise_observe'
  ).split(' '),
);
