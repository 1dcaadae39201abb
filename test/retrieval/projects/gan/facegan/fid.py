import numpy as np
from scipy import linalg


def statistics(features):
    return features.mean(axis=0), np.cov(features, rowvar=False)


def frechet_distance(first, second):
    mean1, cov1 = first
    mean2, cov2 = second
    root = linalg.sqrtm(cov1.dot(cov2))
    return np.sum((mean1 - mean2) ** 2) + np.trace(cov1 + cov2 - 2 * root)
