import subprocess

import numpy as np
import torch


def load_agent(path, agent):
    agent.online.load_state_dict(torch.load(path))
    return agent


def evaluate(env, agent, episodes=10):
    totals = []
    for _ in range(episodes):
        state, done, total = env.reset(), False, 0.0
        while not done:
            state, reward, done, _ = env.step(agent.act(state, 0.0))
            total += reward
        totals.append(total)
    return np.mean(totals), np.std(totals)


def render_movie(folder):
    subprocess.run(['ffmpeg', '-i', folder + '/%05d.png', folder + '/movie.mp4'], check=True)
