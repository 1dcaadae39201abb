import logging
import os

import torch
import torch.nn.functional as F

from ..data.augment import mixup
from ..utils.checkpoint import load_checkpoint, save_checkpoint
from ..utils.metrics import AverageMeter, accuracy
from .evaluate import evaluate
from .schedule import WarmupCosine

logger = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, config, device):
        self.model = model
        self.config = config
        self.device = device
        self.optimizer = self.build_optimizer(config['optimizer'])
        self.schedule = WarmupCosine(self.optimizer, **config['schedule'])
        self.best = 0.0
        self.epoch = 0

    def build_optimizer(self, options):
        name = options['name'].lower()
        if name == 'sgd':
            return torch.optim.SGD(self.model.parameters(), lr=options['lr'], momentum=options['momentum'],
                                   weight_decay=options['weight_decay'])
        if name == 'adam':
            return torch.optim.Adam(self.model.parameters(), lr=options['lr'])
        raise ValueError('Unsupported optimizer: %s' % name)

    def resume(self, path):
        state = load_checkpoint(path, self.model)
        self.epoch = state['epoch']
        self.best = state['best']

    def train_one_epoch(self, loader):
        losses, tops = AverageMeter(), AverageMeter()
        for step, (images, labels) in enumerate(loader):
            images, labels = images.to(self.device), labels.to(self.device)
            images, first, second, weight = mixup(images, labels, self.config['data']['mixup_alpha'])
            outputs = self.model(images)
            loss = weight * F.cross_entropy(outputs, first) + (1 - weight) * F.cross_entropy(outputs, second)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.update(loss, images.size(0))
            tops.update(accuracy(outputs, labels)[0], images.size(0))
            if step % self.config['log_every'] == 0:
                logger.info('epoch %d step %d loss %.4f', self.epoch, step, losses.average)
        return losses.average, tops.average

    def fit(self, train_loader, val_loader):
        for self.epoch in range(self.epoch, self.config['schedule']['epochs']):
            self.model.train()
            loss, top = self.train_one_epoch(train_loader)
            self.schedule.step(self.epoch)
            result = evaluate(self.model, val_loader, self.device)
            if result['accuracy'] > self.best:
                self.best = result['accuracy']
                save_checkpoint(os.path.join(self.config['output'], 'best.pth'), self.model, self.epoch, self.best)
