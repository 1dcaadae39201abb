"""Peak memory of the run, as the system and the frameworks that the script has in use tell it."""
import sys

try:
    import resource
except ImportError:
    resource = None

open_file = open


def peak_host_bytes():
    try:
        # Not ru_maxrss first: on Linux it starts at the size of the process that started this one.
        with open_file("/proc/self/status", "rb") as stream:
            for line in stream:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (IOError, OSError, ValueError, IndexError):
        pass
    try:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    except (AttributeError, OSError, ValueError):
        return None


def peak_of_torch():
    """What its allocator held at most; it is asked only where the script has used CUDA."""
    cuda = sys.modules["torch"].cuda
    if not cuda.is_initialized():
        return None
    reserved = getattr(cuda, "max_memory_reserved", None) or cuda.max_memory_cached
    return sum(reserved(device) for device in range(cuda.device_count()))


def peak_of_tensorflow():
    context = sys.modules["tensorflow.python.eager.context"].__dict__.get("_context")
    if context is None or not getattr(context, "_initialized", False):
        return None
    devices = [device.name for device in context.list_logical_devices("GPU")]
    return sum(context.get_memory_info(name.replace("/device:", ""))["peak"] for name in devices) if devices else None


def peak_of_jax():
    bridge = sys.modules["jax._src.xla_bridge"]
    if not bridge.__dict__.get("_backends"):
        return None
    devices = [device for device in sys.modules["jax"].local_devices() if device.platform not in ("cpu", "tpu")]
    peaks = [(device.memory_stats() or {}).get("peak_bytes_in_use", 0) for device in devices]
    return sum(peaks) if peaks else None


ASKED = (
    ("torch", peak_of_torch),
    ("tensorflow.python.eager.context", peak_of_tensorflow),
    ("jax._src.xla_bridge", peak_of_jax),
)


def peak_gpu_bytes():
    """Of all cards and frameworks together; None where no framework has used a card, or none tells."""
    total = None
    for name, ask in ASKED:
        try:
            peak = ask() if name in sys.modules else None
        except Exception:
            peak = None
        if peak is not None and peak >= 0:
            total = (total or 0) + int(peak)
    return total
