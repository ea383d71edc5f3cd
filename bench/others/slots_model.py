"""The problem with few slots, as rows over 0/1 columns: what native HiGHS and CP-SAT are given.

As in the paper's (2)-(10), but tightened: staying is a column of its own, so that all coefficients of (4) and (8) are 1;
(4) is one row per call and location of the caller instead of one per pair of nodes; (7) is one row per replica and slot
instead of one with a large coefficient.
"""

from dataclasses import dataclass, field


@dataclass
class Rows:
    """Minimise cost over columns; each row is (columns, coefficients, least, most), None for no limit."""

    cost: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    moves: dict = field(default_factory=dict)

    def column(self, cost=0):
        self.cost.append(cost)
        return len(self.cost) - 1

    def row(self, terms, least, most):
        terms = [(column, coefficient) for column, coefficient in terms if coefficient]
        self.rows.append(([c for c, _ in terms], [a for _, a in terms], least, most))


def build(program):
    nodes, replicas, alpha = program["nodes"], program["replicas"], program["alpha"]
    N, M, T = range(len(nodes)), range(len(replicas)), range(program["slots"])
    K = range(len(nodes[0]["capacity"]))
    start = [replica["node"] for replica in replicas]
    demand = [replica["demand"] for replica in replicas]
    model = Rows()
    y = [model.column(node["price"]) for node in nodes]
    z = [model.column(alpha) for _ in T]
    stay = [model.column() for _ in M]
    x = {(m, n, t): model.column(alpha) for m in M for n in N if n != start[m] for t in T}
    model.moves = x

    def ends(m, n):
        return [stay[m]] if n == start[m] else [x[m, n, t] for t in T]

    for m in M:  # (6), (8)
        model.row([(stay[m], 1)] + [(x[m, n, t], 1) for n in N if n != start[m] for t in T], 1, 1)
        for t in T:  # (7)
            model.row([(x[m, n, t], 1) for n in N if n != start[m]] + [(z[t], -1)], None, 0)
    for t in T[1:]:  # (9)
        model.row([(z[t], 1), (z[t - 1], -1)], None, 0)
    for n in N:  # (3)
        for k in K:
            load = [(column, demand[m][k]) for m in M for column in ends(m, n)]
            model.row(load + [(y[n], -nodes[n]["capacity"][k])], None, 0)
        for m in M:
            model.row([(column, 1) for column in ends(m, n)] + [(y[n], -1)], None, 0)
    for n in N:  # (5)
        residents = [m for m in M if start[m] == n]
        for k in K:
            free = nodes[n]["capacity"][k] - sum(demand[m][k] for m in residents)
            for t in T:
                arrived = [(x[m, n, s], demand[m][k]) for m in M if start[m] != n for s in range(t + 1)]
                left = [(x[m, o, s], -demand[m][k]) for m in residents for o in N if o != n for s in range(t)]
                model.row(arrived + left, None, free)
    delay = program["delay"]
    places = range(len(delay))
    for u, w, limit in program["calls"]:  # (4)
        for g in places:
            far = [n for n in N if delay[g][nodes[n]["location"]] > limit]
            near = [n for n in N if nodes[n]["location"] == g]
            if far and near:
                pair = [column for n in near for column in ends(u, n)] + [c for n in far for c in ends(w, n)]
                model.row([(column, 1) for column in pair], None, 1)
    return model


def moves_of(model, value):
    """The moves of a solution, given the value of each column."""
    return [
        {"replica": m, "to": n, "slot": t + 1} for (m, n, t), column in model.moves.items() if value(column) > 0.5
    ]
