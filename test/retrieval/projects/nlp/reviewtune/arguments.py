from dataclasses import dataclass, field
from typing import Optional


@dataclass
class ModelArguments:
    model_name: str = field(metadata={'help': 'Name or folder of the pretrained model'})
    freeze_layers: int = field(default=0, metadata={'help': 'How many encoder layers stay as they are'})


@dataclass
class DataArguments:
    train_file: str = field(metadata={'help': 'CSV file with the columns text and stars'})
    eval_file: Optional[str] = field(default=None)
    max_length: int = field(default=128)

    def __post_init__(self):
        if self.max_length > 512:
            raise ValueError('max_length must be at most 512')
