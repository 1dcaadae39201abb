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


def watch_torch(tell):
    """After each step of an optimizer, from PyTorch 2.1 on; earlier releases let nobody watch all optimizers."""
    steps = {}

    def told(optimizer, arguments, named):
        try:
            parameters = [each for group in optimizer.param_groups for each in group["params"]]
            step = steps[id(optimizer)] = steps.get(id(optimizer), -1) + 1
            gradients = [each.grad for each in parameters if each.grad is not None and not each.grad.is_sparse]
            for name, values in (("gradient_norm", gradients), ("weight_norm", parameters)):
                size = size_of(square_of(value) for value in values)
                if size is not None:
                    tell(name, size, step, "hook")
        except Exception:
            pass

    def action(module):
        module.register_optimizer_step_post_hook(told)

    return {TORCH: action}


def weights_of(model):
    """The size of a Keras model's weights."""
    numpy = sys.modules["numpy"]
    return size_of(float(numpy.square(weight.astype("float64")).sum()) for weight in model.get_weights())
