def encoder_of(model):
    for name in ('bert', 'roberta', 'distilbert', 'electra'):
        if hasattr(model, name):
            return getattr(model, name)
    raise AttributeError('The model has no known encoder')


def freeze_layers(model, count):
    """Keeps the embeddings and the first layers as they were trained."""
    encoder = encoder_of(model)
    for parameter in encoder.embeddings.parameters():
        parameter.requires_grad = False
    for layer in encoder.encoder.layer[:count]:
        for parameter in layer.parameters():
            parameter.requires_grad = False


def count_trainable(model):
    return sum(p.numel() for p in model.parameters() if p.requires_grad)
