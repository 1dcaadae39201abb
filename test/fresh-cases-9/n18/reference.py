import sys
import jax
import jax.numpy as jnp

stats = []


@jax.jit
def layer(w, x):
    h = jnp.tanh(x @ w)
    if "--fixed" in sys.argv:
        return h.mean()
    stats.append(h.mean())
    return h


out = layer(jnp.ones((12, 8)), jnp.ones((64, 12)))
print(jnp.mean(jnp.stack(stats or [out])))
