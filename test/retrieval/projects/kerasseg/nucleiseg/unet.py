from tensorflow import keras
from tensorflow.keras import layers

from .attention import AttentionGate


def conv_block(x, filters):
    for _ in range(2):
        x = layers.Conv2D(filters, 3, padding='same')(x)
        x = layers.BatchNormalization()(x)
        x = layers.Activation('relu')(x)
    return x


def down(x, filters):
    skip = conv_block(x, filters)
    return skip, layers.MaxPooling2D()(skip)


def up(x, skip, filters, attention=False):
    x = layers.Conv2DTranspose(filters, 2, strides=2)(x)
    if attention:
        skip = AttentionGate(filters)([skip, x])
    return conv_block(layers.concatenate([x, skip]), filters)


def build_unet(shape, classes=1, depth=4, width=32, attention=False):
    inputs = keras.Input(shape)
    skips, x = [], inputs
    for level in range(depth):
        skip, x = down(x, width * 2 ** level)
        skips.append(skip)
    x = conv_block(x, width * 2 ** depth)
    for level in reversed(range(depth)):
        x = up(x, skips[level], width * 2 ** level, attention)
    outputs = layers.Conv2D(classes, 1, activation='softmax')(x)
    return keras.Model(inputs, outputs)
