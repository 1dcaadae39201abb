import sys
import jax.numpy as jnp

out = jnp.zeros(3)
if "--fixed" in sys.argv:
    out = out.at[0].set(1.0)
else:
    out[0] = 1.0
