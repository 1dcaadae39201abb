import flax.linen as nn
import jax.numpy as jnp

from .attention import SelfAttention


class Block(nn.Module):
    width: int
    heads: int
    dropout: float = 0.1

    @nn.compact
    def __call__(self, x, train):
        x = x + SelfAttention(self.heads, self.width)(nn.LayerNorm()(x))
        hidden = nn.gelu(nn.Dense(4 * self.width)(nn.LayerNorm()(x)))
        hidden = nn.Dropout(self.dropout)(hidden, deterministic=not train)
        return x + nn.Dense(self.width)(hidden)


class CharTransformer(nn.Module):
    vocabulary: int
    width: int
    depth: int
    heads: int

    @nn.compact
    def __call__(self, tokens, train=True):
        positions = self.param('positions', nn.initializers.normal(0.02), (512, self.width))
        x = nn.Embed(self.vocabulary, self.width)(tokens) + positions[:tokens.shape[1]]
        for _ in range(self.depth):
            x = Block(self.width, self.heads)(x, train)
        return nn.Dense(self.vocabulary)(nn.LayerNorm()(x))
