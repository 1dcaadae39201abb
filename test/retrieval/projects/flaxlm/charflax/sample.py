import jax
import jax.numpy as jnp


def sample(state, prompt, length, key, temperature=1.0):
    tokens = jnp.array(prompt)[None]
    for _ in range(length):
        logits = state.apply_fn({'params': state.params}, tokens, train=False)[:, -1]
        token = jax.random.categorical(key, logits / temperature)
        tokens = jnp.concatenate([tokens, token[:, None]], axis=1)
    return tokens[0]
