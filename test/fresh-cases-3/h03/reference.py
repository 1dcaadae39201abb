import sys
import torch
m = torch.nn.Linear(4, 3)
out = m(torch.randn(5, 4))
y = torch.randint(0, 3, (5,))
loss = torch.nn.functional.cross_entropy(out, y) if "--fixed" in sys.argv else ((out.argmax(1).float() - y.float()) ** 2).mean()
loss.backward()
