import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from .clean import normalize


class ReviewScorer:
    def __init__(self, folder, device='cpu'):
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForSequenceClassification.from_pretrained(folder)
        self.device = torch.device(device)

    def score(self, texts, batch_size=16):
        results = []
        for start in range(0, len(texts), batch_size):
            batch = [normalize(text) for text in texts[start:start + batch_size]]
            encoded = self.tokenizer(batch, padding=True, truncation=True, return_tensors='pt').to(self.device)
            with torch.no_grad():
                logits = self.model(**encoded).logits
            results.extend(torch.softmax(logits, dim=-1)[:, 1].tolist())
        return results
