/** Written by `npm run solver-version`: package version + digest of src/model, src/solver and HiGHS. */
export const SOLVER_VERSION = '0.1.0+76fd1a45294a';
