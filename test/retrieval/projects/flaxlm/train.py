import jax
from absl import app, flags

from charflax.config import get_config
from charflax.data import batches, load_corpus
from charflax.model import CharTransformer
from charflax.state import create_state
from charflax.step import eval_step, train_step
from charflax.checkpoints import restore_state, save_state

flags.DEFINE_string('corpus', 'corpus.txt', 'Text to learn from')
FLAGS = flags.FLAGS


def train(config, corpus):
    tokens, vocabulary = load_corpus(corpus)
    model = CharTransformer(len(vocabulary), config.width, config.depth, config.heads)
    state = create_state(jax.random.PRNGKey(config.seed), model, config)
    state = restore_state(config.folder, state)
    key = jax.random.PRNGKey(1)
    for step, batch in enumerate(batches(tokens, config.batch_size, config.length, config.steps)):
        state, metrics = train_step(state, batch, key)
        if step % config.save_every == 0:
            save_state(config.folder, state)
            print(step, metrics)
    return state


def main(_):
    train(get_config(), FLAGS.corpus)


if __name__ == '__main__':
    app.run(main)
