"""Forks an execution off a warm parent: namespaces of its own, its case folder alone, no rights, then the script as process 2."""
import os
import signal
import sys

kernel = load_part("kernel")

# Levers of the machine below /proc: shown, but not to be moved.
LEVERS = ("sys", "acpi", "asound", "bus", "driver", "fs", "irq", "mtrr", "pressure", "scsi", "sysrq-trigger")
SHIELD = kernel["NO_SETUID"] | kernel["NO_DEVICES"]


def memory_folder(path, size, mode):
    kernel["mount"]("tmpfs", path, "tmpfs", SHIELD, "size=%d,mode=%s" % (size, mode))


def mounted_below(folder):
    """Places below a folder where something is mounted, outermost first."""
    with open("/proc/self/mountinfo", "rb") as stream:
        places = [line.split()[4].decode("unicode_escape").encode("latin-1") for line in stream]
    inside = os.fsencode(folder.rstrip("/")) + b"/"
    return [os.fsdecode(place) for place in places if place.startswith(inside)]


def show_again(path, descriptor):
    if os.path.isdir("/proc/self/fd/%d" % descriptor):
        os.makedirs(path, 0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o644))
    # With what is mounted below, or the system refuses: it must not be uncovered.
    kernel["mount"]("/proc/self/fd/%d" % descriptor, path, None, kernel["BIND"] | kernel["RECURSIVE"])
    os.close(descriptor)


def fresh_folder(path, size, mode, anchor):
    """An empty folder in memory, in which what the sandbox shows below it is shown again. The anchor is left out."""
    kept = []
    for place in mounted_below(path):
        if any(place.startswith(outer + "/") for outer in [anchor] + [outer for outer, _ in kept]) or place == anchor:
            continue
        kept.append((place, os.open(place, os.O_RDONLY | os.O_NOFOLLOW)))
    memory_folder(path, size, mode)
    for place, descriptor in kept:
        show_again(place, descriptor)


def show_case_alone(anchor, name, source):
    """Covers the folder that all cases lie in, with the host's socket and the whole proc, and shows one case in it."""
    os.makedirs(anchor, 0o755, exist_ok=True)
    memory_folder(anchor, 65536, "0755")
    show_again(name, source)
    kernel["mount"](None, anchor, None, kernel["BIND"] | kernel["REMOUNT"] | kernel["READ_ONLY"] | SHIELD)


def make_world(request, anchor):
    user, group = os.getuid(), os.getgid()
    spaces = ("NEW_USER", "NEW_MOUNT", "NEW_PID", "NEW_IPC", "NEW_NET")
    kernel["unshare"](sum(kernel[name] for name in spaces))
    kernel["map_self"](user, group)
    kernel["mount"](None, "/", None, kernel["RECURSIVE"] | kernel["PRIVATE"])
    name = os.path.join(anchor, request["case"])
    source = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    fresh_folder("/tmp", request["temporaryBytes"], "1777", anchor)
    fresh_folder(request["home"], request["temporaryBytes"], "0777", anchor)
    fresh_folder("/dev/shm", request["sharedMemoryBytes"], "1777", anchor)
    show_case_alone(anchor, name, source)
    kernel["mount"](
        "devpts", "/dev/pts", "devpts", kernel["NO_SETUID"] | kernel["NO_PROGRAMS"], "newinstance,ptmxmode=0666,mode=620"
    )
    kernel["raise_loopback"]()


def make_proc():
    """Only the first process of the new namespace can, and only because the anchor holds a proc that nothing covers."""
    kernel["mount"]("proc", "/proc", "proc", SHIELD | kernel["NO_PROGRAMS"])
    for name in LEVERS:
        if os.path.exists("/proc/" + name):
            kernel["bind_read_only"]("/proc/" + name)


def tell(descriptor, text):
    os.write(descriptor, (text + "\n").encode("utf-8"))


def guard(script, status):
    """Process 1: waits for the script and reaps what it leaves. Its end is the end of all."""
    for number in range(1, signal.NSIG):
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    while True:
        try:
            ended, how = os.wait()
        except InterruptedError:
            continue
        if ended != script:
            continue
        if os.WIFSIGNALED(how):
            tell(status, "signalled %d" % os.WTERMSIG(how))
        else:
            tell(status, "exited %d" % os.WEXITSTATUS(how))
        os._exit(0)


def take_streams(streams, ours):
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(streams["stdout"], 1)
    os.dup2(streams["stderr"], 2)
    for descriptor in [nothing, streams["stdout"], streams["stderr"]] + ours:
        os.close(descriptor)


def fork_execution(request, streams, ours, anchor):
    """Returns in the script's process alone: True there, False in the parent. Failures are told on the status stream."""
    status = streams["status"]
    maker = os.fork()
    if maker != 0:
        os.waitpid(maker, 0)
        return False
    try:
        if request["waits"]:
            tell(status, "made %d" % os.getpid())
        make_world(request, anchor)
        if request["waits"]:
            # Until the host has taken us into a group that the kernel holds to limits: what we fork from then on is in it too.
            os.read(status, 16)
        first = os.fork()
        if first != 0:
            tell(status, "started %d" % first)
            os._exit(0)
        make_proc()
        kernel["drop_all_rights"]()
        kernel["install_filter"](bytes.fromhex(request["filter"]))
        script = os.fork()
        if script != 0:
            for name in ("stdout", "stderr", "record"):
                os.close(streams[name])
            for descriptor in ours:
                os.close(descriptor)
            guard(script, status)
        kernel["set_dumpable"](True)
        os.setsid()
        os.chdir(os.path.join(anchor, request["case"]))
        os.environ.clear()
        os.environ.update(request["environment"])
        take_streams(streams, ours)
        os.close(status)
        return True
    except BaseException:
        try:
            tell(status, "failed " + str(sys.exc_info()[1]).replace("\n", " ")[:300])
        finally:
            os._exit(1)
