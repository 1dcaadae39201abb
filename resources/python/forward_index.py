"""Starts a program that reaches the package index and nothing else of the network.

usage: forward_index.py SOCKET PROGRAM [ARGUMENT...]

The sandbox of an installer has a network of its own with nothing but loopback. Here a port of it leads to a unix socket, behind
which the host's proxy looks at every name. The forwarder is a child that ends with the program, which takes this process's place.
"""
import os
import socket
import sys
import threading

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
EXCEPTIONS = ("NO_PROXY", "no_proxy")


def pump(source, target):
    """Copies until the source ends, then ends the target's side."""
    try:
        while True:
            data = source.recv(65536)
            if not data:
                break
            target.sendall(data)
    except (OSError, socket.error):
        pass
    for end, way in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            end.shutdown(way)
        except (OSError, socket.error):
            pass


def join(near, path):
    """Connects one caller with the socket, in both directions, until both have ended."""
    far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        far.connect(path)
        back = threading.Thread(target=pump, args=(far, near))
        back.daemon = True
        back.start()
        pump(near, far)
        back.join()
    except (OSError, socket.error):
        pass
    finally:
        near.close()
        far.close()


def serve(listener, path):
    while True:
        near = listener.accept()[0]
        caller = threading.Thread(target=join, args=(near, path))
        caller.daemon = True
        caller.start()


def forward(listener, path, alive):
    """Serves until the other end of the pipe is closed, which the program's end does. Holds no terminal open."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    server = threading.Thread(target=serve, args=(listener, path))
    server.daemon = True
    server.start()
    os.read(alive, 1)
    os._exit(0)


def main(path, command):
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    alive, held = os.pipe()
    if os.fork() == 0:
        os.close(held)
        forward(listener, path, alive)
    environment = dict(os.environ)
    address = "http://127.0.0.1:%d" % listener.getsockname()[1]
    for name in PROXIES:
        environment[name] = address
    for name in EXCEPTIONS:
        environment.pop(name, None)
    os.close(alive)
    listener.close()
    if hasattr(os, "set_inheritable"):
        os.set_inheritable(held, True)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
