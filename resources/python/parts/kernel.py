"""The calls of Linux that a warm parent and its forks need, through ctypes: no version of Python offers them all."""
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)
libc.prctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong)

NEW_MOUNT, NEW_IPC, NEW_USER, NEW_PID, NEW_NET = 0x20000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, REMOUNT, BIND = 1, 2, 4, 8, 32, 4096
RECURSIVE, PRIVATE = 0x4000, 1 << 18
SET_DUMPABLE, SET_FILTER, DROP_BOUNDING, NO_NEW_PRIVILEGES, AMBIENT, AMBIENT_CLEAR = 4, 22, 24, 38, 47, 4
CAPABILITY_VERSION = 0x20080522
GET_FLAGS, SET_FLAGS, INTERFACE_UP = 0x8913, 0x8914, 1


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (what, os.strerror(number)))


def unshare(what):
    check(libc.unshare(what), "unshare")


def mount(source, target, kind, flags, settings=None):
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, settings)]
    check(libc.mount(encoded[0], encoded[1], encoded[2], flags, encoded[3]), "mount " + str(target))


def bind_read_only(path):
    mount(path, path, None, BIND)
    mount(None, path, None, BIND | REMOUNT | READ_ONLY | NO_SETUID | NO_DEVICES | NO_PROGRAMS)


def set_dumpable(yes):
    check(libc.prctl(SET_DUMPABLE, 1 if yes else 0, 0, 0, 0), "prctl dumpable")


def map_self(user, group):
    """Keeps the numbers that this process has outside. Its files below /proc are its own while it is dumpable."""
    set_dumpable(True)
    for name, text in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (user, user)), ("gid_map", "%d %d 1" % (group, group))):
        with open("/proc/self/" + name, "w") as stream:
            stream.write(text)
    set_dumpable(False)


def raise_loopback():
    import fcntl
    import socket
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, GET_FLAGS, request))[1]
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | INTERFACE_UP))


def drop_all_rights():
    """No capability is left, none can be had again."""
    for capability in range(64):
        if libc.prctl(DROP_BOUNDING, capability, 0, 0, 0) != 0:
            break
    libc.prctl(AMBIENT, AMBIENT_CLEAR, 0, 0, 0)
    check(libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "prctl no_new_privs")
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    check(libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def install_filter(program):
    """A filter of system calls, eight bytes an instruction, for this process and all that come of it."""
    if not program:
        return
    kept = ctypes.create_string_buffer(program, len(program))
    described = (ctypes.c_size_t * 2)(len(program) // 8, ctypes.addressof(kept))
    check(libc.prctl(SET_FILTER, 2, ctypes.addressof(described), 0, 0), "prctl filter")
