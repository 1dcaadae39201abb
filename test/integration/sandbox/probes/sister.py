"""
One of two scripts that run at the same time: `sister.py wait WHAT` leaves itself open in every way, says so, and waits to be ended;
`sister.py reach WHAT` tries to get at it by each, and prints name to null (refused) or what it got. WHAT is JSON.
"""
import ctypes
import json
import os
import signal
import socket
import sys
import time

role, what = sys.argv[1], json.loads(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
name = "reprise-sister-%d" % what["port"]
places = {"/tmp": "/tmp", "the home folder": os.environ["HOME"], "shared memory": "/dev/shm"}


def wait():
    held = []
    for place in list(places.values()) + [os.getcwd()]:
        with open(os.path.join(place, name), "w") as stream:
            stream.write("secret")
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", what["port"])),
        (socket.AF_UNIX, "\0" + name),
        (socket.AF_UNIX, "/tmp/%s.socket" % name),
    ):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.bind(address)
        listening.listen(9)
        held.append(listening)
    queue = libc.msgget(what["port"], 0o1666)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGUSR1, lambda *_: print("met", flush=True))
    print("ready", flush=True)
    try:
        while True:
            time.sleep(1)
    finally:
        # Outside of a sandbox it would stay.
        libc.msgctl(queue, 0, None)


def read(path):
    with open(path) as stream:
        return stream.read()


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.settimeout(5)
        sock.connect(address)
    return "connected"


def others():
    """All processes in sight but we and our first one."""
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit() and int(entry) not in (1, os.getpid())]


def look_into(part):
    for number in others():
        try:
            with open("/proc/%d/%s" % (number, part), "rb") as stream:
                if part != "mem" and stream.read(1):
                    return "process %d" % number
        except OSError:
            pass
    return None


def signal_each():
    for number in range(2, what["processes"]):
        if number == os.getpid():
            continue
        try:
            os.kill(number, 0)
            return "process %d" % number
        except OSError:
            pass
    return None


def hold_each():
    for number in range(2, what["processes"]):
        if number == os.getpid():
            continue
        result = libc.syscall(ctypes.c_long(434), number, 0)
        if result >= 0:
            os.close(result)
            return "process %d" % number
    return None


def signal_all():
    """For a sandbox alone: outside it would reach all that the user has."""
    if not what["reckless"]:
        return None
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    os.kill(-1, signal.SIGUSR1)
    return "signalled"


def case_beside():
    """By its own path, and by what stands above ours."""
    beside = os.path.join(what["case"], name)
    if os.path.exists(beside):
        return read(beside)
    for steps in range(1, 6):
        for folder, folders, files in os.walk("/".join([".."] * steps)):
            folders[:] = [each for each in folders if each not in ("proc", "sys", "dev", "usr", "etc")][:200]
            if name in files:
                return os.path.join(folder, name)
            if folder.count("/") > steps + 4:
                folders[:] = []
    return None


def seen_sockets():
    with open("/proc/net/unix") as stream:
        return next((line for line in stream if name in line), None)


def seen_port():
    with open("/proc/net/tcp") as stream:
        return next((line for line in stream if ":%04X 00000000" % what["port"] in line), None)


def queue_of_messages():
    queue = libc.msgget(what["port"], 0)
    return None if queue < 0 else "found"


def reach():
    tries = {"a file in " + place: lambda place=place: read(os.path.join(places[place], name)) for place in places}
    tries["a file of its case folder"] = case_beside
    tries["its command line"] = lambda: look_into("cmdline")
    tries["its environment"] = lambda: look_into("environ")
    tries["where its memory lies"] = lambda: look_into("maps")
    tries["a signal to each number"] = signal_each
    tries["a hold on each number"] = hold_each
    tries["a signal to all"] = signal_all
    tries["loopback"] = lambda: connect(socket.AF_INET, ("127.0.0.1", what["port"]))
    tries["the list of ports"] = seen_port
    tries["an abstract socket"] = lambda: connect(socket.AF_UNIX, "\0" + name)
    tries["a socket by path"] = lambda: connect(socket.AF_UNIX, "/tmp/%s.socket" % name)
    tries["the list of sockets"] = seen_sockets
    tries["a queue of messages"] = queue_of_messages
    results = {}
    for way in tries:
        try:
            results[way] = tries[way]()
        except (OSError, ValueError):
            results[way] = None
    print(json.dumps(results))


{"wait": wait, "reach": reach}[role]()
