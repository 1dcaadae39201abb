import numpy as np
from tensorflow import keras

from .images import read_image, save_overlay
from .losses import bce_dice, dice_coefficient


def load(path):
    return keras.models.load_model(path)


def predict_tiled(model, image, tile=256, overlap=32):
    step = tile - overlap
    height, width = image.shape[:2]
    result = np.zeros((height, width, 1))
    for top in range(0, height, step):
        for left in range(0, width, step):
            patch = image[top:top + tile, left:left + tile]
            result[top:top + tile, left:left + tile] = model.predict(patch[np.newaxis])[0]
    return result


def run(model_path, image_path, out):
    model = load(model_path)
    image = read_image(image_path)
    save_overlay(image, model.predict(image[np.newaxis])[0], out)
