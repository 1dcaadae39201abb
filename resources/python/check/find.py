"""Finds objects by name in this interpreter."""
import sys
import types

names_of = load_part("collect")["names_of"]


class Missing(Exception):
    """A module that is not there. `args[0]`: its full name."""


class Unsure(Exception):
    """Nothing can be said for certain."""


class Lookup(object):
    """Finds objects by name in this interpreter, each module imported once."""

    def __init__(self):
        self.modules = {}

    def module(self, name):
        if name not in self.modules:
            self.modules[name] = self.load(name)
        found = self.modules[name]
        if isinstance(found, Exception):
            raise found
        return found

    def load(self, name):
        out, err = sys.stdout, sys.stderr
        sink = Sink()
        sys.stdout = sys.stderr = sink
        try:
            __import__(name)
            return sys.modules[name]
        except ImportError as error:
            return classify(error, name)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return Unsure()
        finally:
            sys.stdout, sys.stderr = out, err

    def member(self, holder, name):
        """An attribute, or None where there is none for certain, as a pair of whether it is there and what it is."""
        try:
            return True, getattr(holder, name)
        except AttributeError:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException:
            raise Unsure()
        if isinstance(holder, types.ModuleType):
            if type(holder) is not types.ModuleType and getattr(holder, "__spec__", None) is None:
                # No file stands behind it: it is filled as the program goes on, as `torch.ops` is.
                raise Unsure()
            try:
                return True, self.module(holder.__name__ + "." + name)
            except Missing:
                return False, None
        if isinstance(holder, type):
            return False, None
        raise Unsure()

    def imported(self, targets):
        if len(targets) != 1:
            raise Unsure()
        ((module, name),) = targets
        if module is None or module == "__future__":
            raise Unsure()
        found = self.module(module)
        if name is None:
            return found
        there, value = self.member(found, name)
        if not there:
            raise Unsure()
        return value


class Sink(object):
    encoding = "utf-8"
    errors = "strict"

    def write(self, text):
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


def classify(error, name):
    """Whether it is the module itself that is not there, or something that it needs."""
    missing = getattr(error, "name", None)
    if missing is None and sys.version_info[0] == 2:
        word = str(error).rpartition(" ")[2]
        missing = word if str(error).startswith("No module named") else None
        if missing and name.endswith(missing):
            missing = name
    is_absent = type(error).__name__ == "ModuleNotFoundError" or str(error).startswith("No module named")
    if is_absent and missing and (name == missing or name.startswith(missing + ".")):
        return Missing(name)
    return Unsure()


def top_modules():
    try:
        import pkgutil

        return [entry[1] for entry in pkgutil.iter_modules()] + list(sys.builtin_module_names)
    except Exception:
        return list(sys.modules)


def members_of(module, lookup):
    try:
        import pkgutil

        return [entry[1] for entry in pkgutil.iter_modules(lookup.module(module).__path__)]
    except Exception:
        return []


def resolve(script, lookup, project, node):
    """Object of a chain of names, with what is missing on the way. Raises Unsure."""
    parts = names_of(node)
    if parts is None or parts[0] in script.bound or parts[0] not in script.imports:
        raise Unsure()
    root, attributes = parts
    targets = script.imports[root]
    if any(module is None or module.split(".")[0] in project for module, _ in targets):
        raise Unsure()
    try:
        value = lookup.imported(targets)
    except Missing:
        raise Unsure()
    path = root
    for at, attribute in enumerate(attributes):
        if attribute in script.assigned_attributes:
            raise Unsure()
        if at > 0 and not isinstance(value, (types.ModuleType, type)):
            # What an instance holds depends on what was done with it.
            raise Unsure()
        there, found = lookup.member(value, attribute)
        if not there:
            return None, (path, attribute, value)
        value, path = found, path + "." + attribute
    return value, None
