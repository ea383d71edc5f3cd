"""Rows over columns on native HiGHS, one thread, no tolerated gap."""

import highspy
import numpy as np

from common import Watch


def solve(rows, seconds, lower=0, upper=1):
    """Whole columns from lower to upper. @return (status, value, bound, seconds, value of each column)"""
    infinity = highspy.kHighsInf
    lp = highspy.HighsLp()
    count = len(rows.cost)
    lp.num_col_, lp.num_row_ = count, len(rows.rows)
    lp.col_cost_ = np.array(rows.cost, dtype=float)
    lp.col_lower_, lp.col_upper_ = np.full(count, float(lower)), np.full(count, float(upper))
    lp.row_lower_ = np.array([-infinity if least is None else least for _, _, least, _ in rows.rows], dtype=float)
    lp.row_upper_ = np.array([infinity if most is None else most for _, _, _, most in rows.rows], dtype=float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0] + [len(indices) for indices, _, _, _ in rows.rows])
    lp.a_matrix_.index_ = np.concatenate([indices for indices, _, _, _ in rows.rows])
    lp.a_matrix_.value_ = np.concatenate([values for _, values, _, _ in rows.rows]).astype(float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * count

    highs = highspy.Highs()
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "parallel": "off",
        "mip_rel_gap": 0.0,
        "mip_abs_gap": 0.0,
        "mip_feasibility_tolerance": 1e-9,
    }.items():
        if highs.setOptionValue(option, value) != highspy.HighsStatus.kOk:
            raise RuntimeError(f"HiGHS has no option {option} = {value}")
    highs.passModel(lp)
    highs.HandleUserInterrupt = True
    with Watch(seconds, highs.cancelSolve) as watch:
        highs.run()
    info = highs.getInfo()
    solved = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    status = "optimal" if solved else "feasible" if found else "unknown"
    value = info.objective_function_value if found else None
    return status, value, info.mip_dual_bound, watch.seconds, list(highs.getSolution().col_value) if found else []
