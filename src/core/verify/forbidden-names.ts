/**
 * What a line of ours may not touch, since it could make a counterfeit pass. Data tables.
 * Attribute names stand for themselves, whatever they hang on: a module may be reached in many ways.
 */

/** Full dotted names, as imports and plain aliases resolve them; for words that are harmless elsewhere (`np.stack`, `net.modules()`). */
export const forbiddenNames: ReadonlySet<string> = new Set([
  ...['sys.modules', 'inspect.stack', 'inspect.trace', 'inspect.unwrap', 'linecache.cache', 'os.abort', 'os.kill'],
  ...['os.write', 'os.dup', 'os.dup2', 'os.pwrite', 'os.writev', 'os.sendfile', 'os.fdopen', 'os.closerange'],
  ...['signal.alarm', 'threading.settrace', 'threading.setprofile', 'threading.excepthook', 'socket.fromfd'],
  ...['types.CodeType', 'types.FunctionType', 'types.TracebackType', 'types.ModuleType', 'types.MethodType'],
  ...['unittest.mock', 'timeit.timeit', 'timeit.repeat', 'timeit.Timer', 'pydoc.locate', 'pkgutil.resolve_name'],
  ...['operator.attrgetter', 'operator.methodcaller', 'operator.setitem', 'cProfile.run', 'profile.run', 'trace.Trace'],
]);

/** Modules that serve to reach into the interpreter, to run text as code, to hide text, or to raise what they are handed. */
export const forbiddenModules: ReadonlySet<string> = new Set([
  ...[
    'gc',
    'ctypes',
    '_ctypes',
    'cffi',
    'mock',
    'builtins',
    '__builtin__',
    'importlib',
    'imp',
    'runpy',
    'faulthandler',
  ],
  ...['code', 'codeop', 'marshal', 'forbiddenfruit', 'bdb', 'pdb', 'dis', 'bytecode', 'reprise_runner', '_testcapi'],
  ...['traceback', 'atexit', 'zipimport', 'doctest', 'fcntl', '_posixsubprocess', 'posix', 'pty', 'ptrace', 'mmap'],
  ...['codecs', '_codecs', 'base64', 'binascii', 'zlib', 'bz2', 'lzma', 'uu', 'quopri', '_pickle', '_thread'],
]);

/** Modules of those above that other modules show as an attribute (`np.ctypeslib.ctypes`), and whose names mean nothing else. */
const reachable = 'gc|_?ctypes|cffi|builtins|__builtin__|importlib|runpy|faulthandler|marshal|traceback|atexit|fcntl';

const interpreter =
  'excepthook|unraisablehook|settrace|setprofile|_getframe|_getframemodulename|_current_frames|_current_exceptions|' +
  'meta_path|path_hooks|path_importer_cache|exc_info|last_value|last_exc|last_traceback|call_tracing|addaudithook|' +
  'currentframe|getinnerframes|getouterframes|getclosurevars|getattr_static|raise_signal|pthread_kill|setitimer|killpg|' +
  '_exit|register_error|lookup_error|strict_errors';
const inner =
  '__traceback__|__cause__|__context__|__suppress_context__|with_traceback|tb_\\w+|f_locals|f_globals|f_back|f_code|' +
  'f_trace|f_builtins|gi_\\w+|cr_\\w+|ag_\\w+|co_\\w+|codeobj|cell_contents|__closure__|__code__|__globals__|__builtins__|' +
  'func_(?:code|globals|closure|defaults|dict)|__class__|__bases__|__mro__|__subclasses__|__dict__|__self__|__func__|__defaults__|__kwdefaults__|' +
  '__getattribute__|__setstate__|__reduce__|__reduce_ex__|__loader__|__spec__';
const raisers = 'side_effect|set_exception|throw|athrow|pythonapi|_exception|_check\\w*|return_value';

export const forbiddenAttributes = new RegExp(`^(?:${reachable}|${interpreter}|${inner}|${raisers})$`);

/** Builtins that run text as code or lead to any name; also where they are only handed on. */
export const forbiddenIdentifiers =
  /^(?:exec|eval|compile|execfile|__import__|globals|locals|vars|reprise_(?!observe$)\w+|__builtins__|__loader__|__spec__)$/;

/** Methods by which a class decides how it is asked, made or kept. */
export const forbiddenMethods =
  /^__(?:get|set|delete|set_name|init_subclass|instancecheck|subclasscheck|getattribute|prepare|class_getitem|mro_entries|reduce|reduce_ex|setstate)__$/;
