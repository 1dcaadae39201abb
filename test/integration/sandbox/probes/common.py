"""
Tries to get out of the sandbox. Prints a JSON object: name of the probe to null (refused) or what was got.
Each probe undoes at once what it could do, so that a sandbox with a hole costs a failed test and not the machine.
The files of this folder are joined into one script, this one first, `report.py` last; the target comes as an argument.
"""
import ctypes
import errno
import json
import os
import platform
import resource
import socket
import stat
import struct
import subprocess
import sys
import sysconfig
import time

target = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
libc.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)
CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET = 0x10000000, 0x00020000, 0x40000000
MS_REMOUNT, MS_BIND = 32, 4096
HERE = -100
# Numbers of system calls: x86_64, aarch64.
CALLS = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "fsopen": (430, 430),
    "init_module": (175, 105),
    "io_uring_setup": (425, 425),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "reboot": (169, 142),
    "setns": (308, 268),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "userfaultfd": (323, 282),
}
probes = {}


def probe(name):
    def add(function):
        probes[name] = function
        return function

    return add


def system_call(name, *arguments):
    number = CALLS[name][1 if platform.machine() == "aarch64" else 0]
    return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(one) if isinstance(one, int) else one for one in arguments])


def reached(result):
    """For calls that look at rights first: any other error than a refusal means that the rights were there."""
    if result >= 0:
        return "done"
    number = ctypes.get_errno()
    return None if number in (errno.EPERM, errno.EACCES, errno.ENOSYS) else "allowed, then " + os.strerror(number)


def opened(result):
    """For calls that give a descriptor."""
    if result < 0:
        return reached(result)
    os.close(result)
    return "opened"


def call(result, *what):
    if result != 0:
        raise OSError(ctypes.get_errno(), *what)
    return "done"


def read(path):
    with open(path, "rb") as file:
        return repr(file.read(60))


def read_all(path):
    with open(path, "rb") as file:
        return file.read().decode("latin-1")


def names(folder):
    return repr(sorted(os.listdir(folder))[:5])


def write_new(folder, name="reprise-planted"):
    path = os.path.join(folder, name)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    os.unlink(path)
    return path


def open_to_write(path):
    os.close(os.open(path, os.O_WRONLY))
    return path


def in_child(then):
    """What a process of our own gets, so that what it does to itself ends with it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = then()
        except (OSError, ValueError):
            answer = None
        os.write(writing, (answer or "").encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    answer = os.read(reading, 1000).decode() or None
    os.close(reading)
    return answer


def in_own_namespace(then):
    """Takes all capabilities of a user namespace of our own, then tries what they are good for."""

    def inside():
        call(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS))
        return then()

    return in_child(inside)


def fill(folder, most):
    """Writes a file of its own making, never one that is there."""
    path = os.path.join(folder, "reprise-filling")
    made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        for _ in range(most // 1000000):
            os.write(made, b"x" * 1000000)
        return "wrote %d" % os.fstat(made).st_size if os.fstat(made).st_size >= most else None
    finally:
        os.close(made)
        os.unlink(path)
