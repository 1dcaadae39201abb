"""
Tries to get out of the sandbox. Prints a JSON object: name of the probe to null (refused) or what was got.
Each probe undoes at once what it could do, so that a sandbox with a hole costs a failed test and not the machine.
"""
import ctypes
import json
import os
import socket
import sys

with open(sys.argv[1]) as given:
    target = json.load(given)
libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x00020000
MS_REMOUNT, MS_BIND = 32, 4096


def read(path):
    with open(path, "rb") as file:
        return repr(file.read(60))


def names(folder):
    return repr(sorted(os.listdir(folder))[:5])


def write_new(folder):
    path = os.path.join(folder, "reprise-planted")
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    os.unlink(path)
    return path


def open_to_write(path):
    os.close(os.open(path, os.O_WRONLY))
    return path


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.settimeout(3)
        sock.connect(address)
    return "connected"


def send_datagram(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", address)
    return "sent"


def call(result, *what):
    if result != 0:
        raise OSError(ctypes.get_errno(), *what)
    return "done"


def others():
    """Command lines and environments of all processes in sight."""
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        for part in ("cmdline", "environ"):
            try:
                if target["word"] in read_all("/proc/%s/%s" % (name, part)):
                    return "process " + name
            except (OSError, IOError):
                pass
    return None


def read_all(path):
    with open(path, "rb") as file:
        return file.read().decode("latin-1")


def writable_levers(top):
    """Files of /proc or /sys that may be written, those of processes themselves left aside. None is opened."""
    found = []
    for folder, folders, files in os.walk(top):
        if folder == "/proc":
            folders[:] = [name for name in folders if not name.isdigit() and not name.endswith("self")]
        if folder.count("/") > 6:
            folders[:] = []
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path) and os.access(path, os.W_OK):
                found.append(path)
    return repr(found[:8]) if found else None


def in_own_namespace(then):
    """Takes all capabilities of a user namespace of our own, then tries what they are good for."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        try:
            call(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS))
            answer = then()
        except (OSError, IOError):
            answer = None
        os.write(writing, (answer or "").encode())
        os._exit(0)
    os.close(writing)
    os.wait()
    return os.read(reading, 1000).decode() or None


def mounted_writable():
    call(libc.mount(None, b"/usr", None, MS_REMOUNT | MS_BIND, None))
    return write_new("/usr")


def unmounted_proc_sys():
    call(libc.umount2(b"/proc/sys", 2))
    return open_to_write("/proc/sys/kernel/core_pattern")


def write_beside():
    """The folder above the case is one of the sandbox's own: what is written there must not be seen outside."""
    with open(target["beside"], "w") as file:
        file.write("x")


def mount_and_undo():
    os.mkdir("mounted")
    try:
        call(libc.mount(b"none", b"mounted", b"tmpfs", 0, None))
        call(libc.umount2(b"mounted", 2))
        return "mounted"
    finally:
        os.rmdir("mounted")


def make_device():
    os.mknod("device", 0o20600, os.makedev(1, 1))
    os.unlink("device")
    return "made"


def fill(folder, most):
    path = os.path.join(folder, "full")
    try:
        with open(path, "wb") as file:
            for _ in range(most // 1000000):
                file.write(b"x" * 1000000)
        return "wrote %d" % most
    finally:
        os.unlink(path)


def descriptors():
    mine = os.open("/proc/self/fd", os.O_RDONLY)
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            where = os.readlink("/proc/self/fd/" + name)
        except OSError:
            continue
        if int(name) > 3 and int(name) != mine and where not in ("/dev/null", "/proc/%d/fd" % os.getpid()):
            found.append(where)
    return repr(found) if found else None


probes = {
    "list the home folder": lambda: names(target["home"]),
    "read a key in the home folder": lambda: read(os.path.join(target["home"], ".ssh", "id")),
    "read /etc/shadow": lambda: read("/etc/shadow"),
    "list the system's private keys": lambda: names("/etc/ssl/private"),
    "list /var": lambda: names("/var"),
    "list /run": lambda: names("/run"),
    "read a hook of the project": lambda: read(os.path.join(target["project"], ".git", "hooks", "pre-commit")),
    "read the project's dot-env file": lambda: read(os.path.join(target["project"], ".env")) if os.path.getsize(os.path.join(target["project"], ".env")) else None,
    "write the project's hooks": lambda: write_new(os.path.join(target["project"], ".git", "hooks")),
    "write the project": lambda: write_new(target["project"]),
    "write the environment": lambda: write_new(target["environment"]),
    "write /usr": lambda: write_new("/usr"),
    "write /etc": lambda: open_to_write("/etc/passwd"),
    "read another case": lambda: read(os.path.join(target["otherCase"], "script.py")),
    "write another case": lambda: open_to_write(os.path.join(target["otherCase"], "script.py")),
    "write beside the case folder": write_beside,
    "open /proc/sys for writing": lambda: open_to_write("/proc/sys/kernel/core_pattern"),
    "open /proc/sysrq-trigger for writing": lambda: open_to_write("/proc/sysrq-trigger"),
    "find a writable lever in /proc": lambda: writable_levers("/proc"),
    "find a writable lever in /sys": lambda: writable_levers("/sys"),
    "see other processes": others,
    "signal another process": lambda: os.kill(target["process"], 0) or "signalled",
    "trace another process": lambda: call(libc.ptrace(16, target["process"], None, None)),
    "read another process's memory": lambda: open_to_write("/proc/%d/mem" % target["process"]),
    "connect to loopback": lambda: connect(socket.AF_INET, ("127.0.0.1", target["port"])),
    "connect to the cloud's metadata": lambda: send_datagram(("169.254.169.254", 80)),
    "send a datagram to the network": lambda: send_datagram(("192.0.2.1", 53)),
    "connect to a unix socket by path": lambda: connect(socket.AF_UNIX, target["socket"]),
    "connect to an abstract unix socket": lambda: connect(socket.AF_UNIX, "\0" + target["abstract"]),
    "use a descriptor that was left open": descriptors,
    "find a key in the environment": lambda: target["key"] if target["key"] in "".join(os.environ.values()) else None,
    "become root": lambda: os.setuid(0) or "root",
    "mount": mount_and_undo,
    "change root": lambda: os.chroot("/tmp") or "done",
    "make a device": make_device,
    "open the machine's memory": lambda: os.close(os.open("/dev/mem", os.O_RDONLY)) or "opened",
    "open the kernel's log": lambda: os.close(os.open("/dev/kmsg", os.O_RDONLY)) or "opened",
    "mount /usr writable in a namespace of one's own": lambda: in_own_namespace(mounted_writable),
    "uncover /proc/sys in a namespace of one's own": lambda: in_own_namespace(unmounted_proc_sys),
    "fill /tmp over its size": lambda: fill("/tmp", 40000000),
    "fill /dev/shm over its size": lambda: fill("/dev/shm", 40000000),
    "fill the home folder over its size": lambda: fill(os.environ["HOME"], 40000000),
}

results = {}
for name, probe in probes.items():
    if target.get("only") and name not in target["only"]:
        continue
    try:
        results[name] = probe()
    except (OSError, IOError):
        results[name] = None
print(json.dumps(results))
