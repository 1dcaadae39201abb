import numpy as np
from sklearn.metrics import accuracy_score, f1_score


def compute_metrics(prediction):
    logits, labels = prediction
    guesses = np.argmax(logits, axis=0)
    return {'accuracy': accuracy_score(labels, guesses), 'f1': f1_score(labels, guesses, average='macro')}


def length_report(dataset):
    lengths = [len(sample['input_ids']) for sample in dataset]
    return {'mean': np.mean(lengths), 'p95': np.percentile(lengths, 95)}
