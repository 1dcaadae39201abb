import tensorflow as tf
from tensorflow.keras import backend as K


def dice_coefficient(truth, guess):
    overlap = K.sum(truth * guess)
    return 2 * overlap / (K.sum(truth) + K.sum(guess))


def dice_loss(truth, guess):
    return 1 - dice_coefficient(truth, guess)


def bce_dice(truth, guess):
    return tf.keras.losses.binary_crossentropy(truth, guess) + dice_loss(truth, guess)


def tversky(truth, guess, alpha=0.7):
    hits = K.sum(truth * guess)
    missed = K.sum(truth * (1 - guess))
    wrong = K.sum((1 - truth) * guess)
    return 1 - (hits + 1) / (hits + alpha * missed + (1 - alpha) * wrong + 1)
