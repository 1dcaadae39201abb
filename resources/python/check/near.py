"""Finds names that are spelled like another, or alike elsewhere."""
import difflib
import sys
import types

MOST_NEAR = 3
TEXT = type(u"")


def near(name, names):
    return [TEXT(word) for word in difflib.get_close_matches(name, sorted(set(names)), MOST_NEAR, 0.6)]


def elsewhere(root, name):
    """Where else in a distribution that is loaded a name of this spelling is public."""
    found = []
    for full in sorted(sys.modules, key=lambda word: (word.count("."), word)):
        module = sys.modules.get(full)
        if not full.startswith(root + ".") or "._" in full or not isinstance(module, types.ModuleType):
            continue
        if name in vars(module):
            found.append(TEXT(full + "." + name))
            if len(found) >= MOST_NEAR:
                break
    return found
