"""On request: how large gradients and weights are at each step, so that a value that is no number is told where it first is."""
import sys

TORCH = "torch.optim.optimizer"


def size_of(parts):
    """The norm of all parts together; each is the square of its own. None where there is no part."""
    parts = list(parts)
    return sum(parts) ** 0.5 if parts else None


def square_of(tensor):
    """In double precision, whose squares do not overflow where the values themselves do not."""
    return float(tensor.detach().double().norm()) ** 2


def first_not_finite(parts):
    """The place of the first part that is no number or infinite; None where all are finite."""
    for at, part in enumerate(parts):
        if part - part != 0:
            return at
    return None


def owner_of(parameter, at):
    """How the script itself reaches a parameter; else its place in the optimizer, and its shape."""
    module = sys.modules["torch"].nn.Module
    for name, value in list(sys.modules["__main__"].__dict__.items()):
        if issubclass(type(value), module):
            for inner, each in module.named_parameters(value):
                if each is parameter:
                    return "%s.%s" % (name, inner)
    return "parameter %d, %s" % (at, "x".join(str(size) for size in parameter.shape) or "scalar")


def watch_torch(tell):
    """After each step of an optimizer, from PyTorch 2.1 on; earlier releases let nobody watch all optimizers."""
    steps = {}
    located = set()

    def told(optimizer, arguments, named):
        try:
            parameters = [each for group in optimizer.param_groups for each in group["params"]]
            step = steps[id(optimizer)] = steps.get(id(optimizer), -1) + 1
            graded = [(at, each) for at, each in enumerate(parameters) if each.grad is not None and not each.grad.is_sparse]
            tell_parts(optimizer, "gradient_norm", [(at, each, each.grad) for at, each in graded], step)
            tell_parts(optimizer, "weight_norm", [(at, each, each) for at, each in enumerate(parameters)], step)
        except Exception:
            pass

    def tell_parts(optimizer, name, parts, step):
        squares = [square_of(value) for _, _, value in parts]
        size = size_of(squares)
        if size is None:
            return
        tell(name, size, step, "hook")
        first = first_not_finite(squares)
        # Once for each optimizer: from then on all that depends on it follows.
        if first is not None and (id(optimizer), name) not in located:
            located.add((id(optimizer), name))
            at, parameter, _ = parts[first]
            tell("%s(%s)" % (name, owner_of(parameter, at)), squares[first], step, "hook")

    def action(module):
        module.register_optimizer_step_post_hook(told)

    return {TORCH: action}


def weights_of(model):
    """The size of a Keras model's weights, and where it is not finite: (size, name of the first such weight, its own size)."""
    numpy = sys.modules["numpy"]
    squares = [float(numpy.square(weight.astype("float64")).sum()) for weight in model.get_weights()]
    first = first_not_finite(squares)
    if first is None:
        return size_of(squares), None, None
    weight = model.weights[first]
    return size_of(squares), getattr(weight, "path", None) or weight.name, squares[first]
