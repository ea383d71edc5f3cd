"""Variable-size bin packing as an arc flow (Valério de Carvalho 1999) on native HiGHS.

Vertices are volumes from 0 to the largest capacity. A bin of capacity C is a path from 0 to C: an arc of length w packs
an item of volume w, a loss arc goes to the next vertex, and an end arc leaves at C for the bin's cost. All types share one
flow. Items come in falling order of volume on a path, at most as often as there are such items.
"""

from collections import Counter

from common import read, write
from highs_rows import solve
from slots_model import Rows

program, seconds = read()
demand = Counter(program["items"])
costs = {}
for packed in program["bins"]:
    costs[packed["capacity"]] = min(packed["cost"], costs.get(packed["capacity"], packed["cost"]))
largest = max(costs)

reached, arcs = {0}, set()
for volume in sorted(demand, reverse=True):
    before = sorted(reached)
    for at in before:
        for _ in range(demand[volume]):
            if at + volume > largest:
                break
            arcs.add((at, at + volume, volume))
            at += volume
            reached.add(at)
vertices = sorted(reached | set(costs))

rows = Rows()
out, into, packs = {v: [] for v in vertices}, {v: [] for v in vertices}, {w: [] for w in demand}
for tail, head, volume in sorted(arcs):
    column = rows.column()
    out[tail].append(column)
    into[head].append(column)
    packs[volume].append(column)
for tail, head in zip(vertices, vertices[1:]):
    column = rows.column()
    out[tail].append(column)
    into[head].append(column)
for capacity, cost in costs.items():
    out[capacity].append(rows.column(cost))
for vertex in vertices[1:]:
    rows.row([(c, 1) for c in into[vertex]] + [(c, -1) for c in out[vertex]], 0, 0)
for volume, count in demand.items():
    rows.row([(c, 1) for c in packs[volume]], count, None)

status, value, bound, used, _ = solve(rows, seconds, upper=len(program["items"]))
write(status, value, bound, used, [])
