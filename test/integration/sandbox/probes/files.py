"""Probes of files: other people's, the project's, the environment's, other cases', the system's."""
OVER = 40000000


def in_project(*parts):
    return os.path.join(target["project"], *parts)


def in_other_case():
    return os.path.join(target["otherCase"], "script.py")


@probe("list the home folder")
def _():
    return names(target["home"])


@probe("read a key in the home folder")
def _():
    return read(os.path.join(target["home"], ".ssh", "id"))


@probe("reach the home folder through a link of our own")
def _():
    os.symlink(target["home"], "way-home")
    try:
        return read(os.path.join("way-home", ".ssh", "id"))
    finally:
        os.unlink("way-home")


@probe("reach the home folder from the root of the first process")
def _():
    return read("/proc/1/root" + os.path.join(target["home"], ".ssh", "id"))


@probe("read the accounts' passwords")
def _():
    return read("/etc/shadow")


@probe("list the system's private keys")
def _():
    return names("/etc/ssl/private")


@probe("list /var")
def _():
    return names("/var")


@probe("list /run")
def _():
    return names("/run")


@probe("list /boot")
def _():
    return names("/boot")


@probe("read a hook of the project")
def _():
    return read(in_project(".git", "hooks", "pre-commit"))


@probe("read the log-in of the project's git")
def _():
    path = in_project(".git", "config")
    return read(path) if os.path.getsize(path) else None


@probe("read the project's dot-env file")
def _():
    path = in_project(".env")
    return read(path) if os.path.getsize(path) else None


@probe("write the project's hooks")
def _():
    return write_new(in_project(".git", "hooks"))


@probe("write the project")
def _():
    return write_new(target["project"])


@probe("rename a file of the project")
def _():
    os.rename(in_project("model.py"), in_project("other.py"))
    os.rename(in_project("other.py"), in_project("model.py"))
    return "renamed"


@probe("change the rights of the project")
def _():
    os.chmod(in_project("model.py"), stat.S_IMODE(os.stat(in_project("model.py")).st_mode))
    return "changed"


@probe("change the times of the project")
def _():
    os.utime(in_project("model.py"))
    return "changed"


@probe("lock the project by an attribute")
def _():
    os.setxattr(in_project("model.py"), "user.reprise", b"x")
    os.removexattr(in_project("model.py"), "user.reprise")
    return "set"


@probe("write the environment")
def _():
    return write_new(target["environment"])


@probe("plant a start file in the environment")
def _():
    return write_new(target["environment"], "reprise-planted.pth")


@probe("plant a program beside the interpreter")
def _():
    return write_new(os.path.dirname(os.path.realpath(sys.executable)))


@probe("plant a start file where packages lie")
def _():
    return write_new(sysconfig.get_path("purelib"), "usercustomize.py")


@probe("plant a path file where packages lie")
def _():
    return write_new(sysconfig.get_path("purelib"), "reprise-planted.pth")


@probe("plant bytecode of a newer date beside the interpreter's own")
def _():
    return write_new(os.path.join(os.path.dirname(os.__file__), "__pycache__"), "reprise-planted.pyc")


@probe("plant a start file on the path")
def _():
    for folder in sys.path[1:]:
        try:
            return write_new(folder, "usercustomize.py")
        except OSError:
            pass
    return None


@probe("plant a part of the runner")
def _():
    return write_new(os.path.join(target["program"], "resources", "python", "parts"), "planted.py")


@probe("plant settings in the environment")
def _():
    return write_new(target["environment"], "pyvenv.cfg")


@probe("plant a start file for tests in the project")
def _():
    return write_new(target["project"], "conftest.py")


@probe("plant bytecode of a newer date in the project")
def _():
    folder = in_project("__pycache__")
    os.mkdir(folder)
    try:
        return write_new(folder, "model.pyc")
    finally:
        os.rmdir(folder)


@probe("plant a start file in the user's home folder")
def _():
    return write_new(target["home"], ".pythonrc.py")


@probe("write /usr")
def _():
    return write_new("/usr")


@probe("write the list of accounts")
def _():
    return open_to_write("/etc/passwd")


@probe("change what every program loads first")
def _():
    return write_new("/etc", "ld.so.preload")


@probe("read another case")
def _():
    return read(in_other_case())


@probe("write another case")
def _():
    return open_to_write(in_other_case())


@probe("link another case's file into ours")
def _():
    os.link(in_other_case(), "linked")
    os.unlink("linked")
    return "linked"


@probe("reach another case by steps upwards")
def _():
    return read(os.path.join("..", os.path.basename(target["otherCase"]), "script.py"))


@probe("reach another case by a folder that turns into a link")
def _():
    for _ in range(50):
        os.mkdir("turning")
        held = os.open("turning", os.O_RDONLY)
        os.rmdir("turning")
        os.symlink(target["otherCase"], "turning")
        try:
            return read("turning/script.py")
        except OSError:
            pass
        finally:
            os.close(held)
            os.unlink("turning")
    return None


@probe("reach the machine's root by a handle")
def _():
    # A handle of the second inode, the root of most file systems, needs no path at all.
    class Handle(ctypes.Structure):
        _fields_ = [("size", ctypes.c_uint), ("kind", ctypes.c_int), ("bytes", ctypes.c_ubyte * 8)]

    handle = Handle(8, 1, (ctypes.c_ubyte * 8)(*struct.pack("<II", 2, 0)))
    held = os.open(".", os.O_RDONLY)
    try:
        return opened(system_call("open_by_handle_at", held, ctypes.byref(handle), os.O_RDONLY))
    finally:
        os.close(held)


@probe("write beside the case folder")
def _():
    # The folder above the case may be one in memory, of the sandbox's own: that nothing is seen outside is for the test to tell.
    with open(target["beside"], "w") as file:
        file.write("x")


@probe("write the root folder")
def _():
    return write_new("/")


@probe("fill the root folder")
def _():
    return fill("/", OVER)


@probe("fill /tmp over its size")
def _():
    return fill("/tmp", OVER)


@probe("fill /dev/shm over its size")
def _():
    return fill("/dev/shm", OVER)


@probe("fill /dev")
def _():
    return fill("/dev", OVER)


@probe("fill the home folder over its size")
def _():
    return fill(os.environ["HOME"], OVER)


@probe("find a key in the environment")
def _():
    return target["key"] if target["key"] in "".join(os.environ.values()) else None
