import sys
import pytorch_lightning as pl
pl.Trainer(**({"accelerator": "cpu"} if "--fixed" in sys.argv else {"gpus": 1}))
