from pytorch_lightning.callbacks import Callback, EarlyStopping, ModelCheckpoint


class GradientWatch(Callback):
    def on_after_backward(self, trainer, module):
        total = sum(p.grad.norm() for p in module.parameters())
        module.log('gradient_norm', total)


def build_callbacks(patience):
    return [
        EarlyStopping('val_loss', patience=patience),
        ModelCheckpoint(monitor='valid_accuracy', save_top_k=1),
        GradientWatch(),
    ]
