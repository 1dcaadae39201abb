from collections import deque

import gym
import numpy as np


class NormalizeObservation(gym.ObservationWrapper):
    def __init__(self, env):
        super().__init__(env)
        self.count = 0
        self.mean = 0.0
        self.square = 0.0

    def observation(self, observation):
        self.count += 1
        delta = observation - self.mean
        self.mean = self.mean + delta / self.count
        self.square = self.square + delta * (observation - self.mean)
        return (observation - self.mean) / np.sqrt(self.square / self.count)


class FrameStack(gym.Wrapper):
    def __init__(self, env, count):
        super().__init__(env)
        self.frames = deque(maxlen=count)
        low = np.repeat(env.observation_space.low[np.newaxis], count, axis=0)
        high = np.repeat(env.observation_space.high[np.newaxis], count, axis=0)
        self.observation_space = gym.spaces.Box(low, high)

    def reset(self):
        observation = self.env.reset()
        self.frames.append(observation)
        return np.stack(self.frames)

    def step(self, action):
        observation, reward, done, extra = self.env.step(action)
        self.frames.append(observation)
        return np.stack(self.frames), reward, done, extra
