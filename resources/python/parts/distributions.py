"""Tells which installed distribution owns a file, from the metadata beside it. Read when it is first asked."""
import os
import sys

record_part = load_part("record")
to_text = record_part["to_text"]
open_file = open

SITE_FOLDERS = ("site-packages", "dist-packages")
MOST_METADATA_BYTES = 40000000


def read_text(path):
    try:
        if os.path.getsize(path) > MOST_METADATA_BYTES:
            return u""
        with open_file(path, "rb") as stream:
            return stream.read().decode("utf-8", "replace")
    except (IOError, OSError):
        return u""


def name_and_version(text):
    fields = {}
    for line in text.split(u"\n"):
        if not line.strip():
            break
        key, colon, value = line.partition(u":")
        if colon and key in (u"Name", u"Version"):
            fields.setdefault(key, value.strip())
    if u"Name" not in fields:
        return None
    return {"name": to_text(fields[u"Name"], 200), "version": to_text(fields.get(u"Version", u""), 100)}


def split_site(path):
    """(site folder, path inside it) for a file of an installed package, else None."""
    parts = path.replace("\\", "/").split("/")
    for index in range(len(parts) - 2, 0, -1):
        if parts[index] in SITE_FOLDERS or parts[index].endswith(".egg"):
            return "/".join(parts[: index + 1]), "/".join(parts[index + 1 :])
    return None


def plain_name(name):
    return name.lower().replace("-", "_").replace(".", "_")


class Metadata(object):
    """One `*.dist-info` or `*.egg-info`; its files are read when they are needed."""

    def __init__(self, site, entry):
        self.folder = site + "/" + entry
        stem = entry.rsplit(".", 1)[0]
        self.guess = plain_name(stem.split("-")[0])
        self.distribution = None
        self._files = None
        self._tops = None

    def describe(self):
        if self.distribution is None:
            for inner in ("/METADATA", "/PKG-INFO", ""):
                found = name_and_version(read_text(self.folder + inner)) if os.path.isfile(self.folder + inner) else None
                if found is not None:
                    self.distribution = found
                    break
        return self.distribution

    def files(self):
        if self._files is None:
            listed = read_text(self.folder + "/RECORD").split(u"\n")
            self._files = frozenset(line.lstrip(u'"').split(u",")[0].rstrip(u'"') for line in listed if line)
            if not self._files:
                installed = read_text(self.folder + "/installed-files.txt").split(u"\n")
                self._files = frozenset(line[3:] if line.startswith(u"../") else line for line in installed if line)
        return self._files

    def tops(self):
        if self._tops is None:
            listed = read_text(self.folder + "/top_level.txt").split()
            if not listed:
                listed = [name.split(u"/")[0] for name in self.files()]
            self._tops = frozenset(name.rsplit(u".py", 1)[0] for name in listed)
        return self._tops


class Site(object):
    def __init__(self, folder):
        self.folder = folder
        self.owners = {}
        self.metadata = []
        if folder.endswith(".egg"):
            self.metadata.append(Metadata(folder, "EGG-INFO"))
            return
        try:
            entries = sorted(os.listdir(folder))
        except OSError:
            entries = []
        for entry in entries:
            if entry.endswith((".dist-info", ".egg-info")):
                self.metadata.append(Metadata(folder, entry))

    def owner_of(self, inner, is_egg):
        if is_egg:
            return self.metadata[0].describe()
        top = inner.split("/")[0].split(".")[0]
        if top not in self.owners:
            self.owners[top] = self._named(top) or self._claiming(top)
        owners = self.owners[top]
        if len(owners) > 1:
            owners = [entry for entry in owners if to_text(inner) in entry.files()]
        return owners[0].describe() if owners else None

    def _named(self, top):
        """The short way for most: `numpy` is owned by numpy. Not for a namespace, which has several owners."""
        if not os.path.isfile(self.folder + "/" + top + "/__init__.py"):
            return []
        same = [entry for entry in self.metadata if entry.guess == plain_name(top)]
        return same if len(same) == 1 else []

    def _claiming(self, top):
        return [entry for entry in self.metadata if top in entry.tops()]


def create():
    sites = {}
    # Modules that were looked at before, with what came of it: a warm parent looks once for all its forks.
    told, owners = {}, {}

    def owner_of(path):
        found = split_site(path)
        if found is None:
            return None
        folder, inner = found
        if folder not in sites:
            sites[folder] = Site(folder)
        return sites[folder].owner_of(inner, folder.endswith(".egg"))

    def owner_of_module(module):
        path = module.__dict__.get("__file__")
        place = split_site(path) if isinstance(path, str) else None
        if place is None:
            return None
        # Two folders deep is enough: below that, no two distributions share one.
        key = (place[0], tuple(place[1].split("/")[:2]))
        if key not in owners:
            owners[key] = owner_of(path[:-1] if path.endswith(".pyc") else path)
        return owners[key]

    def imported(keep=False):
        """Distributions that have a module in use, by name."""
        found = {}
        for name, module in list(sys.modules.items()):
            if type(module) is not type(sys):
                continue
            before = told.get(name)
            if before is None or before[0] is not module:
                before = (module, owner_of_module(module))
                if keep:
                    told[name] = before
            if before[1] is not None:
                found[(before[1]["name"], before[1]["version"])] = before[1]
        return [found[key] for key in sorted(found)]

    return {"owner_of": owner_of, "imported": imported}
