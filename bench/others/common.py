"""One program as JSON on standard input, one answer as JSON on standard output.

Seconds are processor time of this process while the solver solves: starting Python and building the model are not in it.
"""

import json
import sys
import threading
import time


def read():
    """The program of `program.ts`, and the processor seconds that the solver may take."""
    question = json.load(sys.stdin)
    return question["program"], question["seconds"]


def write(status, value, bound, seconds, moves):
    """status: optimal, feasible or unknown. value is None when no plan was found."""
    answer = {"status": status, "value": value, "bound": bound, "cpuSeconds": seconds, "moves": moves}
    json.dump(answer, sys.stdout)


class Watch:
    """Calls `stop` once the process has used its processor seconds: the clocks of some solvers are on the wall."""

    def __init__(self, seconds, stop):
        self.end = time.process_time() + seconds
        self.started = time.process_time()
        self.stop = stop
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self):
        while not self.done.wait(0.05):
            if time.process_time() >= self.end:
                self.stop()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.seconds = time.process_time() - self.started
        self.done.set()
