import sys
import torch
from torch.utils.data import DataLoader, Dataset


class Clips(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        wav = torch.zeros(8000 if i % 4 == 0 else 20000)
        if wav.shape[0] < 16000:
            if "--fixed" in sys.argv:
                return torch.zeros(16000), 0
            return None
        return wav[:16000], 0


for wav, target in DataLoader(Clips(), batch_size=4):
    print(wav.shape)
