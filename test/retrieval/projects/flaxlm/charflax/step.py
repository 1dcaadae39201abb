import jax
import jax.numpy as jnp
import optax


def cross_entropy(logits, targets):
    return optax.softmax_cross_entropy_with_integer_labels(logits, targets).mean()


@jax.jit
def train_step(state, batch, key):
    def loss_fn(params):
        logits = state.apply_fn({'params': params}, batch['inputs'], train=True, rngs={'dropout': key})
        return cross_entropy(logits, batch['targets'])

    loss, gradients = jax.value_and_grad(loss_fn)(state.params)
    state = state.apply_gradients(grads=gradients)
    return state, {'loss': loss, 'perplexity': jnp.exp(loss)}


@jax.jit
def eval_step(state, batch):
    logits = state.apply_fn({'params': state.params}, batch['inputs'])
    return {'loss': cross_entropy(logits, batch['targets'])}
