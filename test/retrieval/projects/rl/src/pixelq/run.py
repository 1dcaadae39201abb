import argparse

import gym

from pixelq.agent import DQNAgent
from pixelq.exploration import LinearEpsilon
from pixelq.wrappers import FrameStack, NormalizeObservation


def make_env(name, stack):
    env = gym.make(name)
    env = NormalizeObservation(env)
    return FrameStack(env, stack) if stack > 1 else env


def run_episode(env, agent, epsilon):
    state, total, done = env.reset(), 0.0, False
    while not done:
        action = agent.act(state, epsilon)
        next_state, reward, done, _ = env.step(action)
        agent.remember(state, action, reward, next_state, done)
        agent.learn()
        state, total = next_state, total + reward
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--env', default='CartPole-v1')
    parser.add_argument('--episodes', type=int, default=500)
    parser.add_argument('--stack', type=int, default=1)
    options = parser.parse_args()
    env = make_env(options.env, options.stack)
    agent = DQNAgent(env.observation_space.shape, env.action_space.n)
    schedule = LinearEpsilon(1.0, 0.05, options.episodes)
    for episode in range(options.episodes):
        total = run_episode(env, agent, schedule.value(episode))
        print(episode, total, agent.last_loss)


if __name__ == '__main__':
    main()
