import flax.linen as nn
import jax.numpy as jnp


def causal_mask(length):
    return jnp.triu(jnp.ones((length, length), dtype=bool))


class SelfAttention(nn.Module):
    heads: int
    width: int

    @nn.compact
    def __call__(self, x):
        batch, length, _ = x.shape
        size = self.width // self.heads
        projected = nn.Dense(3 * self.width)(x).reshape(batch, length, 3, self.heads, size)
        query, key, value = projected[:, :, 0], projected[:, :, 1], projected[:, :, 2]
        scores = jnp.einsum('bqhd,bkhd->bhqk', query, key) / jnp.sqrt(size)
        scores = jnp.where(causal_mask(length), scores, -1e9)
        weights = nn.softmax(scores)
        mixed = jnp.einsum('bhqk,bkhd->bqhd', weights, value).reshape(batch, length, self.width)
        return nn.Dense(self.width)(mixed)
