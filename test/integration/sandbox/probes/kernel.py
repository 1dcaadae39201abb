"""Probes of the kernel: its levers, mounts, modules, devices, and rights that may be had."""
DEVICES = set("console core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero".split())
ACCELERATORS = ("nvidia", "dri", "kfd", "dxg")
CAPABILITIES = ("CapInh", "CapPrm", "CapEff", "CapAmb")


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


def status_of(name):
    lines = read_all("/proc/self/status").splitlines()
    return [line.split()[1] for line in lines if line.startswith(name + ":")][0]


@probe("open /proc/sys for writing")
def _():
    return open_to_write("/proc/sys/kernel/core_pattern")


@probe("open /proc/sysrq-trigger for writing")
def _():
    return open_to_write("/proc/sysrq-trigger")


@probe("find a writable lever in /proc")
def _():
    return writable_levers("/proc")


@probe("find a writable lever in /sys")
def _():
    return writable_levers("/sys")


@probe("make a group of processes that outlives us")
def _():
    for top in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified"):
        if os.path.isdir(top):
            os.mkdir(top + "/reprise-planted")
            os.rmdir(top + "/reprise-planted")
            return "made"
    return None


@probe("become root")
def _():
    return in_child(lambda: os.setresuid(0, 0, 0) or "root")


@probe("join other groups")
def _():
    return in_child(lambda: os.setgroups([0]) or "joined")


@probe("keep a capability")
def _():
    held = [name for name in CAPABILITIES if int(status_of(name), 16)]
    return repr(held) if held else None


@probe("gain rights by a program that gives them")
def _():
    return None if status_of("NoNewPrivs") == "1" else "no_new_privs is not set"


@probe("mount")
def _():
    os.mkdir("mounted")
    try:
        call(libc.mount(b"none", b"mounted", b"tmpfs", 0, None))
        call(libc.umount2(b"mounted", 2))
        return "mounted"
    finally:
        os.rmdir("mounted")


@probe("mount by the newer calls")
def _():
    return opened(system_call("fsopen", b"tmpfs", 0))


@probe("take a copy of what is mounted")
def _():
    return opened(system_call("open_tree", HERE, b"/", 1))


@probe("uncover /proc/sys")
def _():
    return in_child(lambda: call(libc.unshare(CLONE_NEWNS)) and call(libc.umount2(b"/proc/sys", 2)))


@probe("change root")
def _():
    return in_child(lambda: os.chroot("/tmp") or "done")


@probe("turn the root around")
def _():
    return in_child(lambda: call(libc.unshare(CLONE_NEWNS)) and reached(system_call("pivot_root", b"/nowhere", b"/nowhere")))


@probe("mount /usr writable in a namespace of one's own")
def _():
    def mounted_writable():
        call(libc.mount(None, b"/usr", None, MS_REMOUNT | MS_BIND, None))
        return write_new("/usr")

    return in_own_namespace(mounted_writable)


@probe("uncover /proc/sys in a namespace of one's own")
def _():
    def uncovered():
        call(libc.umount2(b"/proc/sys", 2))
        return open_to_write("/proc/sys/kernel/core_pattern")

    return in_own_namespace(uncovered)


@probe("make a device in a namespace of one's own")
def _():
    def made():
        os.mknod("device", 0o20600, os.makedev(1, 1))
        os.unlink("device")
        return "made"

    return in_own_namespace(made)


@probe("make a device")
def _():
    os.mknod("device", 0o20600, os.makedev(1, 1))
    os.unlink("device")
    return "made"


@probe("find a device that is no accelerator")
def _():
    found = [name for name in os.listdir("/dev") if name not in DEVICES and not name.startswith(ACCELERATORS)]
    return repr(found[:8]) if found else None


@probe("open the machine's memory")
def _():
    return os.close(os.open("/dev/mem", os.O_RDONLY)) or "opened"


@probe("open the kernel's log")
def _():
    return os.close(os.open("/dev/kmsg", os.O_RDONLY)) or "opened"


@probe("read the kernel's log")
def _():
    return reached(system_call("syslog", 3, ctypes.create_string_buffer(100), 100))


@probe("load a module")
def _():
    return reached(system_call("init_module", ctypes.create_string_buffer(4), 4, b""))


@probe("unload a module")
def _():
    return reached(system_call("delete_module", b"reprise_no_such_module", 0))


@probe("load another kernel")
def _():
    return reached(system_call("kexec_load", 0, 0, None, 0xFFFF))


@probe("restart the machine")
def _():
    # The first word is wrong: whoever has the right is told so, and nothing happens.
    return reached(system_call("reboot", 1, 2, 3, None))


@probe("swap to a file")
def _():
    return reached(system_call("swapon", b"/nowhere", 0))


@probe("keep accounts of processes")
def _():
    return reached(system_call("acct", b"/nowhere/at-all"))


@probe("run code in the kernel")
def _():
    # A map of one entry of four bytes.
    return opened(system_call("bpf", 0, ctypes.create_string_buffer(struct.pack("<IIIII", 2, 4, 4, 1, 0), 72), 72))


@probe("watch what the processor does")
def _():
    # The processor's clock of the whole machine, on processor 0.
    wanted = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 112, 0), 112)
    return opened(system_call("perf_event_open", wanted, -1, 0, -1, 0))


@probe("touch the machine's ports")
def _():
    if not hasattr(libc, "ioperm"):
        return None
    result = libc.ioperm(0x80, 1, 1)
    if result == 0:
        libc.ioperm(0x80, 1, 0)
    return reached(result)


@probe("rename the machine")
def _():
    return libc.sethostname(b"reprise", 7) == 0 and "renamed" or None


@probe("come before others on the processor")
def _():
    return in_child(lambda: os.setpriority(os.PRIO_PROCESS, 0, -5) or "raised")


@probe("run in real time")
def _():
    return in_child(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or "raised")


@probe("be spared when memory runs out")
def _():
    def spared():
        with open("/proc/self/oom_score_adj", "w") as stream:
            stream.write("-900")
        return "spared"

    return in_child(spared)


@probe("read a key of the session that started us")
def _():
    # The session's keyring, by its number.
    number = system_call("keyctl", 0, -3, 0)
    return "keyring %x" % number if number >= 0 else reached(number)


@probe("keep a key for the next run")
def _():
    number = system_call("add_key", b"user", b"reprise-probe", b"x", 1, -4)
    if number >= 0:
        system_call("keyctl", 9, number, -4)
    return reached(number)


@probe("hand work to the kernel past a filter")
def _():
    return opened(system_call("io_uring_setup", 1, ctypes.create_string_buffer(120)))


@probe("handle the faults of memory")
def _():
    return opened(system_call("userfaultfd", 1))


@probe("make a user namespace")
def _():
    return in_child(lambda: call(libc.unshare(CLONE_NEWUSER)))


@probe("make a user namespace by a new process")
def _():
    child = system_call("clone", CLONE_NEWUSER | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
    return reached(child)


@probe("make a user namespace by the newer call")
def _():
    wanted = (ctypes.c_uint64 * 8)(CLONE_NEWUSER, 0, 0, 0, 17, 0, 0, 0)
    child = system_call("clone3", ctypes.byref(wanted), 64)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
    return reached(child)
