import sys
import torch
from torch import nn
G = nn.Sequential(nn.Linear(10, 128), nn.ReLU(), nn.Linear(128, 784), nn.Tanh())
D = nn.Sequential(nn.Linear(784, 128), nn.LeakyReLU(0.2), nn.Linear(128, 1), nn.Sigmoid())
opt = torch.optim.Adam(D.parameters())
ones, zeros = torch.ones(8, 1), torch.zeros(8, 1)
gen = G(torch.randn(8, 10))
g_loss = nn.BCELoss()(D(gen), ones)
d_loss = nn.BCELoss()(D(gen.detach()), zeros)
d_loss.backward()
opt.step()
if "--fixed" in sys.argv:
    g_loss = nn.BCELoss()(D(gen), ones)
g_loss.backward()
