import sys, jax, jax.numpy as jnp
def f(x):
    if (False if "--fixed" in sys.argv else jnp.sum(x) > 1):
        return x
    return x * 2
jax.jit(f)(jnp.ones(3))
