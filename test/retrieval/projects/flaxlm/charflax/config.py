import ml_collections


def get_config():
    config = ml_collections.ConfigDict()
    config.seed = 0
    config.width = 256
    config.depth = 6
    config.heads = 8
    config.batch_size = 64
    config.length = 128
    config.steps = 50000
    config.learning_rate = 3e-4
    config.warmup = 1000
    config.clip = 1.0
    config.dropout = 0.1
    config.save_every = 1000
    config.folder = 'checkpoints'
    return config
