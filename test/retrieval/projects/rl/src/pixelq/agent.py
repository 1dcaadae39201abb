import copy
import random

import torch
import torch.nn.functional as F

from pixelq.networks import build_network
from pixelq.replay import ReplayBuffer


class DQNAgent:
    def __init__(self, shape, actions, gamma=0.99, lr=1e-3, batch_size=64, sync_every=500, double=True):
        self.actions = actions
        self.gamma = gamma
        self.batch_size = batch_size
        self.sync_every = sync_every
        self.double = double
        self.online = build_network(shape, actions)
        self.target = self.online
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=lr)
        self.buffer = ReplayBuffer(50000)
        self.steps = 0
        self.last_loss = None

    def act(self, state, epsilon):
        if random.random() < epsilon:
            return random.randrange(self.actions)
        with torch.no_grad():
            values = self.online(torch.as_tensor(state, dtype=torch.float32))
        return int(values.argmax(dim=1))

    def remember(self, *transition):
        self.buffer.push(*transition)

    def targets(self, rewards, next_states, dones):
        with torch.no_grad():
            if self.double:
                best = self.online(next_states).argmax(1, keepdim=True)
                following = self.target(next_states).gather(1, best).squeeze(1)
            else:
                following = self.target(next_states).max(1)[0]
        return rewards + self.gamma * following

    def learn(self):
        if len(self.buffer) < self.batch_size:
            return
        states, actions, rewards, next_states, dones = self.buffer.sample(self.batch_size)
        values = self.online(states).gather(1, actions.unsqueeze(1))
        loss = F.smooth_l1_loss(values, self.targets(rewards, next_states, dones))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.last_loss = loss.item()
        self.steps += 1
        if self.steps % self.sync_every == 0:
            self.sync()

    def sync(self):
        self.target.load_state_dict(self.online.state_dict())

    def save(self, path):
        torch.save(copy.deepcopy(self.online), path)
