import sys, torch, warnings
warnings.simplefilter("always")
y = torch.randn(64, 1) if "--fixed" in sys.argv else torch.randn(64)
torch.nn.MSELoss()(torch.randn(64, 1), y)
