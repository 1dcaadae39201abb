import sys
import torch
torch.nn.TransformerEncoderLayer(d_model=300, nhead=6 if "--fixed" in sys.argv else 8)
