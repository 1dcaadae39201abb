import numpy as np


def load_corpus(path):
    with open(path) as handle:
        text = handle.read()
    vocabulary = list(set(text))
    lookup = {character: index for index, character in enumerate(vocabulary)}
    return np.array([lookup[character] for character in text]), vocabulary


def batches(tokens, batch_size, length, steps, seed=0):
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        starts = generator.integers(0, len(tokens) - length, batch_size)
        inputs = np.stack([tokens[start:start + length] for start in starts])
        targets = np.stack([tokens[start:start + length] for start in starts])
        yield {'inputs': inputs, 'targets': targets}


def decode(tokens, vocabulary):
    return ''.join(vocabulary[token] for token in tokens)
