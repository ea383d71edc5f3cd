"""The paper's program (2)-(10), literally, on SCIP: one variable per replica, node and slot."""

import time

from common import read, write
from pyscipopt import Model, quicksum

program, seconds = read()
nodes, replicas, alpha = program["nodes"], program["replicas"], program["alpha"]
N, M, T = range(len(nodes)), range(len(replicas)), range(program["slots"])
K = range(len(nodes[0]["capacity"]))
start = [replica["node"] for replica in replicas]

model = Model()
model.hideOutput()
binary = lambda: model.addVar(vtype="B")  # (10)
x = {(m, n, t): binary() for m in M for n in N if n != start[m] for t in T}
y = [binary() for _ in N]
v = [binary() for _ in M]
z = [binary() for _ in T]


def ends(m, n):
    """1 when replica m ends on node n."""
    return 1 - v[m] if n == start[m] else quicksum(x[m, n, t] for t in T)


# (2)
model.setObjective(quicksum(nodes[n]["price"] * y[n] for n in N) + alpha * (quicksum(v) + quicksum(z)))

# (3) node-capacity
for n in N:
    for k in K:
        load = quicksum(replicas[m]["demand"][k] * ends(m, n) for m in M)
        model.addCons(load <= nodes[n]["capacity"][k] * y[n])
    for m in M:
        model.addCons(ends(m, n) <= y[n])

# (4) latency
delay = program["delay"]
for u, w, limit in program["calls"]:
    for n in N:
        for o in N:
            if delay[nodes[n]["location"]][nodes[o]["location"]] > limit:
                model.addCons(ends(u, n) + ends(w, o) <= 1)

# (5) transient-capacity
for n in N:
    at_start = [m for m in M if start[m] == n]
    for k in K:
        free = nodes[n]["capacity"][k] - sum(replicas[m]["demand"][k] for m in at_start)
        for t in T:
            arrived = [
                replicas[m]["demand"][k] * x[m, n, s] for m in M if start[m] != n for s in range(t + 1)
            ]
            left = [
                replicas[m]["demand"][k] * x[m, o, s] for m in at_start for o in N if o != n for s in range(t)
            ]
            model.addCons(quicksum(arrived) - quicksum(left) <= free)

# (6) moved and (8) one-move: v is binary
for m in M:
    model.addCons(v[m] == quicksum(x[m, n, t] for n in N if n != start[m] for t in T))

# (7) slot-used, (9) contiguous
for t in T:
    model.addCons(quicksum(x[m, n, t] for m in M for n in N if n != start[m]) <= len(replicas) * z[t])
    if t + 1 in T:
        model.addCons(z[t + 1] <= z[t])

CPU_CLOCK = 1
model.setParam("timing/clocktype", CPU_CLOCK)
model.setParam("limits/time", seconds)
model.setParam("limits/gap", 0)
model.setParam("limits/absgap", 0)
model.setParam("parallel/maxnthreads", 1)

started = time.process_time()
model.optimize()
used = time.process_time() - started
solved = model.getStatus() == "optimal"
found = model.getNSols() > 0
moves = []
if found:
    best = model.getBestSol()
    moves = [
        {"replica": m, "to": n, "slot": t + 1} for (m, n, t), var in x.items() if model.getSolVal(best, var) > 0.5
    ]
write(
    "optimal" if solved else "feasible" if found else "unknown",
    model.getObjVal() if found else None,
    model.getDualbound(),
    used,
    moves,
)
