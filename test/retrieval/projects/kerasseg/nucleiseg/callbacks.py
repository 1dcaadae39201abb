from tensorflow import keras
from tensorflow.keras import backend as K


class BestOnly(keras.callbacks.Callback):
    """Keeps the weights of the epoch with the best validation score."""

    def __init__(self, path, monitor='val_dice_coefficient'):
        super().__init__()
        self.path = path
        self.monitor = monitor
        self.best = float('inf')

    def on_epoch_end(self, epoch, logs=None):
        value = logs[self.monitor]
        if value < self.best:
            self.best = value
            self.model.save(self.path)


class LearningRateLogger(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        logs['lr'] = K.get_value(self.model.optimizer.lr)


class Warmup(keras.callbacks.Callback):
    def __init__(self, steps, target):
        super().__init__()
        self.steps, self.target, self.seen = steps, target, 0

    def on_train_batch_begin(self, batch, logs=None):
        self.seen += 1
        if self.seen <= self.steps:
            K.set_value(self.model.optimizer.lr, self.target * self.seen / self.steps)
