"""Plays a game against an engine in the package pikafish-terminal.

usage: drive_pikafish_terminal.py PROGRAM [PERSON_PLIES]

The person's moves are typed at the prompt of the package, chosen at random among those that the
engine lists for the game so far; hints and scores are asked for on the way. Every move must be
taken and answered. Prints "passed" at the end, or what was missing, and then leaves with status 1.
"""
import builtins
import random
import subprocess
import sys

from pikafish_terminal import board as board_module
from pikafish_terminal import game
from pikafish_terminal.difficulty import create_custom_difficulty


def fail(text):
    sys.__stdout__.write(f"{text}\n")
    sys.__stdout__.flush()
    sys.exit(1)


class Person:
    """What is typed, and what must be on the screen."""

    def __init__(self, program, plies):
        self.engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.board, self.plies, self.typed, self.expected = None, plies, 0, 0
        self.random = random.Random(7)

    def legal(self):
        moves = " ".join(self.board.move_history)
        self.engine.stdin.write(f"position startpos moves {moves}\nmoves\n")
        for line in self.engine.stdout:
            count, colon, names = line.partition(":")
            if colon and count.isdigit():
                return names.split()
        return []

    def type(self, prompt=""):
        if "Enter" in prompt:
            return ""
        if self.board is None:
            fail("no board")
        if self.typed == 0 and not self.board.move_history and self.expected == 0:
            self.expected = -1
            return "r"
        self.expected = max(self.expected, 0)
        if len(self.board.move_history) != 2 * self.typed:
            fail(f"{len(self.board.move_history)} plies after {self.typed} moves typed")
        if self.typed >= self.plies:
            return "quit"
        if self.typed == 2 and self.expected == 0:
            self.expected = 1
            return "hint 3"
        if self.typed == 3 and self.expected == 1:
            self.expected = 2
            return "s"
        self.typed += 1
        move = self.random.choice(self.legal())
        return self.board._convert_from_engine_format(move)


def main():
    person = Person(sys.argv[1], int((sys.argv + ["60"])[2]))
    make = board_module.XiangqiBoard.__init__

    def noticed(self, *args, **kwargs):
        make(self, *args, **kwargs)
        person.board = person.board or self

    board_module.XiangqiBoard.__init__ = noticed
    builtins.input = person.type
    game.time.sleep = lambda _: None
    screen = []
    real_print = builtins.print
    builtins.print = lambda *words, **more: screen.append(" ".join(map(str, words)))
    game.play(sys.argv[1], create_custom_difficulty(depth=4))
    builtins.print = real_print
    text = "\n".join(screen)
    over = [line.strip() for line in screen if "Game Over" in line]
    plies = len(person.board.move_history)
    for word in ("Illegal move", "Invalid move", "Error"):
        if word in text:
            fail(next(line for line in screen if word in line))
    if person.expected < 2 and plies > 8:
        fail("no hints or scores were asked for")
    if plies < 8:
        fail(f"only {plies} plies")
    print(f"{plies} plies, {person.typed} moves typed: {' '.join(over) or 'left'}")
    print("passed")


main()
