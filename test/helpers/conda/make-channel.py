"""Makes a channel of conda in a folder. usage: make-channel.py FOLDER INTERPRETER

Its `python` is a stand-in: a link to the interpreter, in the form of a conda package. `six` and `numpy` are small modules of that name.
"""
import hashlib
import io
import json
import os
import sys
import tarfile

folder, interpreter = sys.argv[1:]
RELEASE = "%d.%d" % sys.version_info[:2]
VERSION = "%d.%d.%d" % sys.version_info[:3]
FULL = {"linux-64": {}, "noarch": {}}


def package(subdir, name, version, depends, files, links=(), noarch=None):
    build = "0"
    file_name = "%s-%s-%s.tar.bz2" % (name, version, build)
    index = {"name": name, "version": version, "build": build, "build_number": 0, "depends": depends, "subdir": subdir}
    if noarch:
        index["noarch"] = noarch
    paths = [{"_path": path, "path_type": "hardlink", "sha256": hashlib.sha256(text.encode()).hexdigest(), "size_in_bytes": len(text)} for path, text in files.items()]
    paths += [{"_path": path, "path_type": "softlink", "sha256": hashlib.sha256(b"").hexdigest(), "size_in_bytes": 0} for path, _ in links]
    every = dict(files)
    every["info/index.json"] = json.dumps(index)
    every["info/paths.json"] = json.dumps({"paths": paths, "paths_version": 1})
    if noarch:
        every["info/link.json"] = json.dumps({"noarch": {"type": "python"}, "package_metadata_version": 1})
    where = os.path.join(folder, subdir, file_name)
    os.makedirs(os.path.dirname(where), exist_ok=True)
    with tarfile.open(where, "w:bz2") as out:
        for path, text in every.items():
            entry = tarfile.TarInfo(path)
            entry.size = len(text.encode())
            entry.mode = 0o644
            out.addfile(entry, io.BytesIO(text.encode()))
        for path, target in links:
            entry = tarfile.TarInfo(path)
            entry.type = tarfile.SYMTYPE
            entry.linkname = target
            out.addfile(entry)
    content = open(where, "rb").read()
    index.update(sha256=hashlib.sha256(content).hexdigest(), md5=hashlib.md5(content).hexdigest(), size=len(content))
    FULL[subdir][file_name] = index


def module(name, version):
    site = "site-packages/"
    info = site + "%s-%s.dist-info/" % (name, version)
    files = {site + name + ".py": '__version__ = "%s"\n' % version, info + "METADATA": "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version)}
    files[info + "RECORD"] = ""
    package("noarch", name, version, ["python"], files, noarch="python")


home = os.path.dirname(os.path.realpath(interpreter))
package(
    "linux-64", "python", VERSION, [],
    {"pyvenv.cfg": "home = %s\nversion = %s\n" % (home, VERSION)},
    [("bin/python", os.path.realpath(interpreter)), ("bin/python" + RELEASE, os.path.realpath(interpreter))],
)
module("six", "1.0")
module("six", "1.1")
module("numpy", "1.2.3")
for subdir, packages in FULL.items():
    os.makedirs(os.path.join(folder, subdir), exist_ok=True)
    with open(os.path.join(folder, subdir, "repodata.json"), "w") as out:
        json.dump({"info": {"subdir": subdir}, "packages": packages, "packages.conda": {}, "repodata_version": 1}, out)
