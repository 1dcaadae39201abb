import torch


class DynamicCollator:
    """Pads the samples of a batch to the longest of them."""

    def __init__(self, tokenizer, pad_to_multiple_of=None):
        self.tokenizer = tokenizer
        self.pad_to_multiple_of = pad_to_multiple_of

    def round_up(self, length):
        step = self.pad_to_multiple_of
        return length if step is None else (length + step - 1) // step * step

    def __call__(self, samples):
        longest = self.round_up(max(len(sample['input_ids']) for sample in samples))
        batch = {'input_ids': [], 'attention_mask': []}
        for sample in samples:
            missing = longest - len(sample['input_ids'])
            batch['input_ids'].append(sample['input_ids'] + [0] * missing)
            batch['attention_mask'].append(sample['attention_mask'] + [1] * missing)
        tensors = {key: torch.tensor(value) for key, value in batch.items()}
        tensors['labels'] = torch.stack([sample['labels'] for sample in samples])
        return tensors
