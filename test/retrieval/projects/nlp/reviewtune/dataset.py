import csv

import torch
from torch.utils.data import Dataset


class Reviews:
    def __init__(self, rows):
        self.rows = rows

    def labels(self):
        return sorted({row['stars'] for row in self.rows})


def read_reviews(path):
    with open(path, newline='') as handle:
        return Reviews(list(csv.DictReader(handle)))


def stars_to_label(stars):
    return int(stars)


class ReviewDataset(Dataset):
    def __init__(self, path, tokenizer, max_length):
        self.rows = read_reviews(path).rows
        self.tokenizer = tokenizer
        self.max_length = max_length

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        encoded = self.tokenizer(row['text'], max_length=self.max_length)
        encoded['labels'] = torch.tensor(stars_to_label(row['stars']))
        return encoded
