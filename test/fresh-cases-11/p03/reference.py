import sys, numpy as np
from sklearn.metrics import confusion_matrix
y = np.eye(5)[np.arange(20) % 5]
confusion_matrix(y.argmax(1) if "--fixed" in sys.argv else y, np.zeros(20, int))
