import sys
import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    if "--fixed" in sys.argv:
        return jnp.where(x > 1.0, x, 0.0)
    if x > 1.0:
        return x
    return x * 0


f(2.0)
