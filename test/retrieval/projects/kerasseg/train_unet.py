import argparse

import tensorflow as tf

from nucleiseg.callbacks import BestOnly, LearningRateLogger
from nucleiseg.losses import bce_dice, dice_coefficient
from nucleiseg.sequence import SegmentationSequence, split_names
from nucleiseg.unet import build_unet


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--images', required=True)
    parser.add_argument('--masks', required=True)
    parser.add_argument('--epochs', type=int, default=40)
    options = parser.parse_args()
    train_names, val_names = split_names(options.images)
    train = SegmentationSequence(options.images, options.masks, train_names, augment=True)
    val = SegmentationSequence(options.images, options.masks, val_names)
    model = build_unet((256, 256, 3))
    model.compile(optimizer=tf.keras.optimizers.Adam(3e-4), loss=bce_dice, metrics=[dice_coefficient])
    model.fit(train, validation_data=val, epochs=options.epochs, callbacks=[BestOnly('best.h5'), LearningRateLogger()])


if __name__ == '__main__':
    main()
