"""Describes arrays and tensors among a frame's variables: shape, dtype, device, never values. Imports no framework."""

record_part = load_part("record")
to_text = record_part["to_text"]

FRAMEWORKS = frozenset(
    ("cupy", "jax", "jaxlib", "keras", "mxnet", "numpy", "paddle", "tensorflow", "tensorflow_core", "tf_keras", "torch")
)
MOST_DIMENSIONS = 64
INTEGERS = record_part["INTEGERS"]


def is_tensor(value):
    """Asks the class alone, so that no `__getattr__` of a model or a lazy module runs."""
    kind = type(value)
    module = type.__getattribute__(kind, "__module__")
    if not isinstance(module, str) or module.split(".", 1)[0] not in FRAMEWORKS:
        return False
    classes = type.mro(kind)
    return any("shape" in base.__dict__ for base in classes) and any("dtype" in base.__dict__ for base in classes)


def dimension(size):
    if not isinstance(size, INTEGERS) and hasattr(size, "value"):
        size = size.value
    if isinstance(size, INTEGERS) and not isinstance(size, bool):
        return int(size) if abs(size) <= record_part["SAFE_INTEGER"] else None
    return None


def shape_of(value):
    """Sizes in elements, None for one that is not known; None as a whole where even the rank is not known."""
    try:
        return [dimension(size) for size in tuple(value.shape)[:MOST_DIMENSIONS]]
    except Exception:
        return None


def dtype_of(value):
    try:
        dtype = value.dtype
        name = getattr(dtype, "name", None)
        text = to_text(name if isinstance(name, str) else str(dtype), 100)
        return text.rpartition("torch.")[2]
    except Exception:
        return None


def device_of(value):
    try:
        device = getattr(value, "device", None)
        return None if device is None or callable(device) else to_text(str(device), 100) or None
    except Exception:
        return None


def describe_all(variables, source, most):
    """Those named in the failing line first, then in the order of the variables."""
    if variables is None:
        return []
    found = []
    for name, value in list(variables.items()):
        try:
            if isinstance(name, str) and is_tensor(value):
                found.append((not source or name not in source, len(found), name, value))
        except Exception:
            continue
    found.sort(key=lambda entry: entry[:2])
    return [
        {
            "name": to_text(name, 200),
            "type": to_text(type(value).__module__ + "." + type(value).__name__, 200),
            "shape": shape_of(value),
            "dtype": dtype_of(value),
            "device": device_of(value),
        }
        for _, _, name, value in found[:most]
    ]
