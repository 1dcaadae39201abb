import os

import yaml

DEFAULTS = {'log_every': 50, 'output': 'runs'}


def merge(base, override):
    result = dict(base)
    for key, value in override.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result


def load_config(path):
    if not os.path.exists(path):
        raise FileNotFoundError('No configuration at %s' % path)
    with open(path) as handle:
        return merge(DEFAULTS, yaml.load(handle))
