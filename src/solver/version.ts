/** Written by `npm run solver-version`: the package version and a digest of src/model, src/solver and HiGHS. */
export const SOLVER_VERSION = '0.1.0+e90918ce45d6';
