"""An environment for learners, in the manner of gymnasium: 30 lines, and numpy.

An observation is what the side to move sees, an action an index of `legal_mask`; the reward is
that of the side that has moved.
"""

import random
from typing import Any, Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt

import chuhe

Observation = npt.NDArray[np.uint8]


class XiangqiEnv:
    def __init__(self, rules: str = "ComputerRule") -> None:
        self.rules = rules
        self.board = chuhe.Board(rules=rules)

    def reset(self, fen: Optional[str] = None) -> Tuple[Observation, Dict[str, Any]]:
        self.board = chuhe.Board(fen, self.rules)
        return self.observe()

    def observe(self) -> Tuple[Observation, Dict[str, Any]]:
        mask = self.board.legal_mask(relative=True)
        return self.board.to_planes(relative=True), {"action_mask": mask}

    def step(self, action: int) -> Tuple[Observation, float, bool, bool, Dict[str, Any]]:
        mover = self.board.turn
        self.board.push(self.board.move_of(action, relative=True))
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == mover else -1.0
        observation, info = self.observe()
        return observation, reward, outcome is not None, False, info


if __name__ == "__main__":
    chance = random.Random(1)
    env = XiangqiEnv()
    observation, info = env.reset()
    done, plies, reward = False, 0, 0.0
    while not done:
        action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, done, truncated, info = env.step(action)
        plies += 1
    print(plies, "plies:", env.board.outcome())
