import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


def schedule(config):
    return optax.warmup_cosine_decay_schedule(0.0, config.learning_rate, config.warmup, config.steps)


def build_optimizer(config):
    return optax.chain(optax.adamw(schedule(config)), optax.clip_by_global_norm(config.clip))


def create_state(key, model, config):
    sample = jnp.zeros((1, config.length), dtype=jnp.int32)
    variables = model.init(key, sample)
    return TrainState.create(apply_fn=model.apply, params=variables['params'], tx=build_optimizer(config))
