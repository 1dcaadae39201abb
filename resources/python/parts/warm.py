"""The warm parent: imports once, then answers the host's requests with forks. Never looks into a case folder."""
import gc
import json
import opcode
import os
import socket
import sys

kernel = load_part("kernel")
fork_part = load_part("fork")
preload_part = load_part("preload")
record_part = load_part("record")

SOCKET = "host"
STREAMS = ("status", "stdout", "stderr", "record")
# What a run needs of ours; compiled here once.
PARTS = ("start", "launch", "hooks", "wrapping", "metrics", "finite", "seeds", "stacks", "ended", "phases", "peaks")
PARTS += ("distributions", "frames", "tensors")


def claim_requests():
    """Standard input is the host's; what we import must not read it, nor find a descriptor taken that plain Python has free."""
    requests = record_part["claim_descriptor"](os.dup(0))
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return requests


def read_lines(descriptor):
    held = b""
    while True:
        while b"\n" in held:
            line, held = held.split(b"\n", 1)
            yield json.loads(line.decode("utf-8"))
        more = os.read(descriptor, 65536)
        if not more:
            return
        held += more


def answer(descriptor, reply):
    left = (json.dumps(reply) + "\n").encode("ascii")
    while left:
        left = left[os.write(descriptor, left) :]


def describer(own, distributions):
    """Describes frames of imports, which belong to no script and no project yet."""
    places = {"script": "", "cwd": os.getcwd(), "projects": [], "own": own, "opnames": list(opcode.opname)}
    places["standard"] = os.path.realpath(os.path.dirname(os.__file__)) + os.sep
    return load_part("frames")["create"](places, distributions)["describe_emitter"]


def connect(token):
    """The host opens the streams: each is a connection that names the run by a word used once."""
    streams = {}
    for name in STREAMS:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.connect(SOCKET)
        made.sendall(("%s %s\n" % (token, name)).encode("ascii"))
        streams[name] = record_part["claim_descriptor"](made.detach())
    return streams


def become_random(seed):
    """Two forks would else draw the same numbers, which two runs of a script do not."""
    if seed is not None:
        return
    if "random" in sys.modules:
        sys.modules["random"].seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()


def modules_at_top():
    return sorted({name.partition(".")[0] for name in list(sys.modules)})


def begin(request, streams, pristine, own_file, parent):
    """In the script's process: everything up to the script's first statement."""
    become_random(request["seed"])
    before = len(sys.orig_argv) - len(sys.argv) if hasattr(sys, "orig_argv") else 0
    arguments = [own_file, "--record-fd", str(streams["record"])] + request["arguments"]
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[before:] = arguments
    replay = preload_part["make_replay"](parent.pop("kept"), request["rows"])
    return load_part("start")["prepare"](arguments, own_file, pristine, replay, **parent)


def serve(argv, own_file, pristine):
    """Returns what runs the script, in a fork alone. The parent itself ends when the host closes its requests."""
    note_modules, arm_leaving, on_code = load_part("leave")["prepare"]()
    kernel["set_dumpable"](False)
    hash_seed = load_part("start")["read_hash_seed"]()
    anchor = os.getcwd()
    replies = record_part["claim_descriptor"](3)
    requests = claim_requests()
    lines = read_lines(requests)
    for name in PARTS:
        load_part(name)
    distributions = load_part("distributions")["create"]()
    describe = describer((own_file, FOLDER), distributions)
    first = next(lines)
    try:
        kept = preload_part["preload"](first["statements"], first["later"], describe)
    except BaseException as error:
        answer(replies, {"failed": "%s: %s" % (type(error).__name__, error), "index": getattr(error, "index", -1)})
        sys.exit(1)
    distributions["imported"](keep=True)
    note_modules()
    if hasattr(gc, "freeze"):
        gc.freeze()
    ready = {"ready": modules_at_top(), "drew": kept["drew"], "warned": len(kept["warnings"]), "id": os.getpid()}
    answer(replies, ready)
    parent = {"kept": kept, "distributions": distributions, "hash_seed": hash_seed, "on_code": on_code}
    for request in lines:
        streams = connect(request["token"])
        if fork_part["fork_execution"](request, streams, [requests, replies], anchor):
            arm_leaving()
            return begin(request, streams, pristine, own_file, parent)
        for descriptor in streams.values():
            os.close(descriptor)
    sys.exit(0)
