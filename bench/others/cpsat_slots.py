"""Few slots on OR-Tools CP-SAT, one worker. Everything is whole numbers."""

from common import Watch, read, write
from ortools.sat.python import cp_model
from slots_model import build, moves_of

program, seconds = read()
rows = build(program)
model = cp_model.CpModel()
columns = [model.new_bool_var("") for _ in rows.cost]
for indices, coefficients, least, most in rows.rows:
    chosen = [columns[i] for i in indices]
    if least == most == 1 and all(a == 1 for a in coefficients):
        model.add_exactly_one(chosen)
    elif most == 1 and all(a == 1 for a in coefficients):
        model.add_at_most_one(chosen)
    else:
        model.add(cp_model.LinearExpr.weighted_sum(chosen, coefficients) <= most)
model.minimize(cp_model.LinearExpr.weighted_sum(columns, rows.cost))

solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.relative_gap_limit = 0
solver.parameters.absolute_gap_limit = 0
with Watch(seconds, solver.stop_search) as watch:
    status = solver.solve(model)
found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
write(
    {cp_model.OPTIMAL: "optimal", cp_model.FEASIBLE: "feasible"}.get(status, "unknown"),
    solver.objective_value if found else None,
    solver.best_objective_bound,
    watch.seconds,
    moves_of(rows, lambda column: solver.value(columns[column])) if found else [],
)
