import random
from collections import deque

import numpy as np
import torch


class ReplayBuffer:
    def __init__(self, capacity):
        self.items = deque(maxlen=capacity)

    def __len__(self):
        return len(self.items)

    def push(self, state, action, reward, next_state, done):
        self.items.append((state, action, reward, next_state, done))

    def sample(self, count):
        states, actions, rewards, next_states, dones = zip(*random.sample(self.items, count))
        return (torch.as_tensor(np.array(states), dtype=torch.float32), torch.as_tensor(actions),
                torch.as_tensor(rewards, dtype=torch.float32),
                torch.as_tensor(np.array(next_states), dtype=torch.float32), torch.as_tensor(dones))


class PrioritizedBuffer(ReplayBuffer):
    """Draws transitions by their last error."""

    def __init__(self, capacity, alpha=0.6):
        super().__init__(capacity)
        self.alpha = alpha
        self.priorities = []

    def push(self, *transition):
        super().push(*transition)
        self.priorities.append(max(self.priorities, default=1.0))

    def probabilities(self):
        weights = np.array(self.priorities) ** self.alpha
        return weights / weights.sum()

    def sample(self, count):
        chosen = np.random.choice(len(self.items), count, p=self.probabilities())
        return [self.items[index] for index in chosen]

    def update(self, indices, errors):
        for index, error in zip(indices, errors):
            self.priorities[index] = abs(error) + 1e-6
