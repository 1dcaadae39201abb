import sys, torch
f = torch.randn(2, 128, 16, 16).permute(0, 2, 3, 1)
f = f.permute(0, 2, 1, 3)
f.reshape(2, -1, 128) if "--fixed" in sys.argv else f.view(2, -1, 128)
