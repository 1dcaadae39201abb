"""Probes of other processes, of what was left open for us, and of the network."""
TIOCSTI = 0x5412
SEIZE = 0x4206


class Part(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def traced(process):
    """Follows a process without stopping it, until our own child that does so ends."""
    return in_child(lambda: call(libc.ptrace(SEIZE, process, None, None)))


@probe("see other processes")
def _():
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        for part in ("cmdline", "environ"):
            try:
                text = read_all("/proc/%s/%s" % (name, part))
                # Our own command line tells the word as well.
                if target["word"] in text and target["key"] not in text:
                    return "process " + name
            except OSError:
                pass
    return None


@probe("signal another process")
def _():
    return os.kill(target["process"], 0) or "signalled"


@probe("signal the program that started us")
def _():
    return os.kill(target["host"], 0) or "signalled"


@probe("hold another process")
def _():
    result = system_call("pidfd_open", target["process"], 0)
    return opened(result) if result >= 0 else None


@probe("trace another process")
def _():
    return traced(target["process"])


@probe("open another process's memory")
def _():
    return open_to_write("/proc/%d/mem" % target["process"])


@probe("copy another process's memory")
def _():
    # An address that nothing is at: whoever may read there is told so.
    own = ctypes.create_string_buffer(8)
    mine, other = Part(ctypes.addressof(own), 8), Part(8, 8)
    result = system_call("process_vm_readv", target["process"], ctypes.byref(mine), 1, ctypes.byref(other), 1, 0)
    return "allowed" if result >= 0 or ctypes.get_errno() == errno.EFAULT else None


@probe("open the memory of the first process here")
def _():
    return open_to_write("/proc/1/mem")


@probe("trace the first process here")
def _():
    return traced(1)


@probe("read what the first process has open")
def _():
    return names("/proc/1/fd")


@probe("read the environment of the first process")
def _():
    return repr(read_all("/proc/1/environ")[:60])


@probe("enter the namespaces of another process")
def _():
    held = os.open("/proc/%d/ns/mnt" % target["process"], os.O_RDONLY)
    try:
        return in_child(lambda: reached(system_call("setns", held, 0)))
    finally:
        os.close(held)


@probe("use a descriptor that was left open")
def _():
    # The record's own is the script's to spoil; nothing else is there.
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            where = os.readlink("/proc/self/fd/" + name)
        except OSError:
            continue
        if int(name) > 2 and where != "/dev/null" and not where.startswith("/proc/"):
            found.append(where)
    return repr(found) if len(found) > 1 or any(where.startswith("/") for where in found) else None


@probe("reach memory that others share")
def _():
    lines = read_all("/proc/sysvipc/shm").splitlines()[1:]
    return repr(lines[:2]) if lines else None


@probe("take memory that nobody is charged for")
def _():
    made = libc.shmget(0, 4096, 0o1600)
    if made < 0:
        return None
    libc.shmctl(made, 0, None)
    return "made"


@probe("find what others left to share")
def _():
    # Folders that lead to what is bound on purpose: the case, and the program where it lies below /tmp itself.
    ways = target["home"] + target["program"]
    left = [name for name in os.listdir("/dev/shm") + os.listdir("/tmp") if "/%s/" % name not in ways]
    return repr(left[:5]) if left else None


@probe("leave a dump of memory")
def _():
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    return None if hard == 0 else "up to %d bytes" % hard


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.settimeout(2)
        sock.connect(address)
    return "connected"


def send_datagram(family, address):
    with socket.socket(family, socket.SOCK_DGRAM) as sock:
        sock.settimeout(2)
        sock.sendto(b"x", address)
    return "sent"


@probe("connect to loopback")
def _():
    return connect(socket.AF_INET, ("127.0.0.1", target["port"]))


@probe("connect to loopback of the newer protocol")
def _():
    return connect(socket.AF_INET6, ("::1", target["port6"]))


@probe("connect to the cloud's metadata")
def _():
    return send_datagram(socket.AF_INET, ("169.254.169.254", 80))


@probe("send a datagram to the network")
def _():
    return send_datagram(socket.AF_INET, ("192.0.2.1", 53))


@probe("call out to all neighbours")
def _():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.connect(("224.0.0.251", 5353))
    return "reachable"


@probe("find an interface of the machine")
def _():
    found = [name for _, name in socket.if_nameindex() if name not in ("lo", "sit0", "tunl0", "ip6tnl0", "gre0", "gretap0", "erspan0", "ip_vti0", "ip6_vti0", "ip6gre0")]
    return repr(found) if found else None


@probe("change the network by netlink")
def _():
    # Takes an address away that nobody has: whoever may is told that it is not there.
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as sock:
        sock.settimeout(2)
        sock.bind((0, 0))
        body = struct.pack("=BBBBI", socket.AF_INET, 32, 0, 0, 1) + struct.pack("=HH4s", 8, 2, socket.inet_aton("192.0.2.77"))
        sock.send(struct.pack("=IHHII", 16 + len(body), 21, 5, 1, 0) + body)
        number = -struct.unpack("=i", sock.recv(1000)[16:20])[0]
    return None if number in (errno.EPERM, errno.EACCES) else "allowed, then " + os.strerror(number)


@probe("send raw packets")
def _():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    return "opened"


@probe("listen to all packets")
def _():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300).close()
    return "opened"


@probe("reach the machine that this one runs on")
def _():
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
    return "opened"


@probe("use the ciphers of the kernel")
def _():
    socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET, 0).close()
    return "opened"


@probe("connect to a unix socket by path")
def _():
    return connect(socket.AF_UNIX, target["socket"])


@probe("connect to an abstract unix socket")
def _():
    return connect(socket.AF_UNIX, "\0" + target["abstract"])


@probe("find the sockets of others")
def _():
    lines = [line.split()[-1] for line in read_all("/proc/net/unix").splitlines()[1:] if len(line.split()) > 7]
    return repr(lines[:5]) if lines else None


@probe("push keys into the terminal")
def _():
    import fcntl

    for number in (0, 1, 2):
        try:
            fcntl.ioctl(number, TIOCSTI, b" ")
            return "pushed"
        except OSError:
            pass
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), TIOCSTI, b" ")
    return "pushed"
