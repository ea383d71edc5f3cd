"""Few slots on native HiGHS."""

from common import read, write
from highs_rows import solve
from slots_model import build, moves_of

program, seconds = read()
rows = build(program)
status, value, bound, used, columns = solve(rows, seconds)
write(status, value, bound, used, moves_of(rows, columns.__getitem__) if columns else [])
