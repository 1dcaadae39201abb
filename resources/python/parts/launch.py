"""The one function of ours that calls the script. Without __future__ imports: `execfile` would hand them on to it."""
import sys

# Levels of the recursion limit that our frames below the script's take, found by running into it on each version.
LEVELS_BELOW = 3 if (3, 7) <= sys.version_info < (3, 12) else 2


def make_run(script, namespace, source, following):
    """Returns what to call, as the last thing, from the outermost frame."""
    held = [namespace]

    def run():
        namespace = held.pop()
        try:
            if sys.version_info[0] == 2:
                following["begin"](None, None)
                execfile(script, namespace)
            else:
                code = compile(source, namespace["__file__"], "exec", 0, True)
                for piece, names in following["begin"](code, source):
                    for name in names:
                        following["phase"](name)
                    exec(piece, namespace)
            following["returned"](namespace)
        except:
            # Not BaseException: a class of Python 2.7 that is no exception can be raised too.
            following["ended"](namespace)
            raise

    sys.setrecursionlimit(sys.getrecursionlimit() + LEVELS_BELOW)
    return run
