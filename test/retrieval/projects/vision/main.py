import argparse

import torch

from leafvision.config import load_config
from leafvision.data.loaders import build_loaders
from leafvision.engine.evaluate import evaluate
from leafvision.engine.trainer import Trainer
from leafvision.models.classifier import LeafClassifier
from leafvision.utils.checkpoint import load_checkpoint
from leafvision.utils.seed import seed_everything


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('--config', default='configs/default.yaml')
    parser.add_argument('--resume', default=None)
    parser.add_argument('--evaluate', default=None)
    parser.add_argument('--seed', type=int, default=0)
    return parser.parse_args()


def main():
    args = parse_args()
    config = load_config(args.config)
    seed_everything(args.seed)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    train_loader, val_loader = build_loaders(config['data'])
    model = LeafClassifier(**config['model']).to(device)
    if args.evaluate:
        load_checkpoint(args.evaluate, model)
        print(evaluate(model, val_loader, device))
        return
    trainer = Trainer(model, config, device)
    if args.resume:
        trainer.resume(args.resume)
    trainer.fit(train_loader, val_loader)


if __name__ == '__main__':
    main()
