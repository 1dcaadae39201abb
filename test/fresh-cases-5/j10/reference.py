import sys
import numpy as np
a, b = np.ones((200, 1)), np.ones(200)
print(f"METRIC axes={((a.ravel() if '--fixed' in sys.argv else a) - b).ndim}")
