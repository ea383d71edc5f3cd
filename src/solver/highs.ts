/**
 * Mixed-integer and linear programs, solved by HiGHS compiled to WebAssembly.
 *
 * All limits count work, never time: on Cloudflare's edge clocks stand still during computation, so the same
 * program with the same limits ends at the same node everywhere.
 */
import loadHighs, { type Highs } from 'highs';
import {
  better,
  cutoffMargin,
  dualBound,
  firstFault,
  int32,
  isBounded,
  type Mip,
  objectiveOf,
  rounded,
  tolerance,
} from './mip.ts';

export type { Mip } from './mip.ts';

/** A running HiGHS instance. Its memory starts at about 20 MiB and only grows. */
export type HighsModule = Highs;

/** Budgets of work. A limit is a normal outcome, `limit`, with the best point and bound so far. */
export interface MipLimits {
  /** Branch-and-bound nodes. 0 still presolves and takes over the start. */
  nodes: number;
  /**
   * HiGHS's `mipInterrupt` callbacks, the only way to stop inside the root node; the spacing ranges from well below
   * a millisecond to about a second. An LP gets 1000 simplex iterations for each.
   */
  callbacks: number;
  /** Size of the WASM memory in bytes, looked at in every callback. The instance that exceeds it is dropped. */
  heapBytes: number;
  /** Entries of A; a larger program is refused as `too-large` before anything is built. */
  nonZeros: number;
}

export interface MipResult {
  /**
   * - `optimal`: `values` is proven best (gap 0, both absolute and relative)
   * - `infeasible`: proven that no point satisfies the program and its cutoff
   * - `limit`: a limit was hit; `values` is the best known point, or null
   * - `too-large`: refused unseen; `values` is null
   * - `failed`: unbounded, malformed, or the WASM instance crashed (it has been dropped); `message` says which
   */
  status: 'optimal' | 'infeasible' | 'limit' | 'too-large' | 'failed';
  /** `columns` entries, integer columns rounded to exact integers. */
  values: Float64Array | null;
  /** cost·values, added up in column order. */
  objective: number | null;
  /** No solution costs less. −Infinity when HiGHS has none, +Infinity or the cutoff when infeasible. */
  bound: number;
  /** Branch-and-bound nodes, 0 for an LP. */
  nodes: number;
  /** Simplex iterations, those of all nodes together. */
  iterations: number;
  /** `mipInterrupt` callbacks seen, 0 for an LP. */
  callbacks: number;
  /** Size of the WASM memory after the run, in bytes. Depends on what the instance solved before. */
  heapBytes: number;
  message?: string;
}

export interface Engine {
  /** Solves one program at a time; further calls wait their turn. Never rejects: a crash is `failed`. */
  solve(mip: Mip, limits: MipLimits): Promise<MipResult>;
  /**
   * Drops the WASM instance; the next solve makes a new one (10 to 40 ms). Called before every plan, it makes even
   * the outcome of `heapBytes` depend on that plan alone.
   */
  reset(): void;
}

/** An engine on instances made by `load`, one at a time and lazily. */
export function createEngine(load: () => Promise<HighsModule>): Engine {
  let instance: Promise<HighsModule> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function solve(mip: Mip, limits: MipLimits): Promise<MipResult> {
    if (mip.rowStart[mip.rows] > limits.nonZeros) {
      return unsolved('too-large', `${mip.rowStart[mip.rows]} non-zeros, the limit is ${limits.nonZeros}`);
    }
    if (mip.columns === 0) return solveEmpty(mip);
    try {
      instance ??= load();
      const highs = await instance;
      const result = run(highs, mip, limits);
      if (highs.memoryBytes > limits.heapBytes) instance = null;
      return result;
    } catch (error) {
      // Emscripten promises nothing about an instance after an abort.
      instance = null;
      return unsolved('failed', String(error));
    }
  }

  return {
    solve(mip, limits) {
      const result = last.then(() => solve(mip, limits));
      last = result;
      return result;
    },
    reset() {
      instance = null;
    },
  };
}

/** Loads HiGHS in Node. */
export function loadHighsNode(): Promise<HighsModule> {
  return loadHighs();
}

/**
 * A loader for Workers, where WebAssembly may not be compiled at run time: both modules are imported statically.
 *
 * @param wasm highs/build/highs.wasm
 * @param trampoline 35 bytes that give a JavaScript function the WASM signature viiiii:
 *   00 61 73 6d 01 00 00 00 | 01 09 01 60 05 7f 7f 7f 7f 7f 00 | 02 07 01 01 65 01 66 00 00 | 07 05 01 01 66 00 00
 */
export function loadHighsWorkers(
  wasm: WebAssembly.Module,
  trampoline: WebAssembly.Module,
): () => Promise<HighsModule> {
  return async () => {
    const highs = await asBrowser(() =>
      loadHighs({
        // The documented options wasmModule and wasmBinary are not implemented in highs 1.15.3; this hook of
        // Emscripten's is.
        instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
          done(new WebAssembly.Instance(wasm, imports));
        },
      } as Parameters<typeof loadHighs>[0]),
    );
    registerCallbacks(highs, trampoline);
    return highs;
  };
}

/** Keeps Emscripten, which looks at once, from taking nodejs_compat for Node: there is no file to load from. */
function asBrowser<T>(start: () => T): T {
  const process = (globalThis as { process?: { type?: string } }).process;
  if (process) process.type = 'renderer';
  try {
    return start();
  } finally {
    if (process) delete process.type;
  }
}

/** The first callback compiles the trampoline, later ones use it again. So have the first one here. */
function registerCallbacks(highs: HighsModule, trampoline: WebAssembly.Module): void {
  const webAssembly = WebAssembly as { Module: unknown };
  const original = webAssembly.Module;
  webAssembly.Module = function compiled() {
    return trampoline;
  };
  try {
    highs.withModel((model) => {
      model.options.set('output_flag', false);
      model.addVar(0, 1);
      model.run({ [highs.constants.callbackType.logging]: () => undefined });
    });
  } finally {
    webAssembly.Module = original;
  }
}

const options = {
  output_flag: false,
  random_seed: 0,
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  // Measured on programs of 150 to 700 columns: HiGHS's own 10,000 cuts take up to 126 MiB, these up to 51, as fast.
  mip_pool_soft_limit: 300,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  dual_feasibility_tolerance: 1e-9,
};

/** Runs one program; the native model is released at the end, whatever happens. */
function run(highs: HighsModule, mip: Mip, limits: MipLimits): MipResult {
  const isLp = !mip.integer.includes(1);
  return highs.withModel(modelData(mip, isLp), (model): MipResult => {
    model.options.set(options);
    model.options.set('mip_max_nodes', int32(limits.nodes));
    if (isLp) model.options.set('simplex_iteration_limit', int32(limits.callbacks * 1000));
    if (mip.objectiveCutoff !== undefined) {
      model.options.set('objective_bound', mip.objectiveCutoff + cutoffMargin(mip.objectiveCutoff));
    }
    const startFault = mip.start && !isLp ? firstFault(mip, mip.start) : null;
    const start = startFault === null && !isLp ? mip.start : undefined;
    if (start) model.setSolution({ colValue: start });

    let callbacks = 0;
    const { modelStatus } = model.run({
      [highs.constants.callbackType.mipInterrupt]: (event: { interrupt(): void }) => {
        callbacks += 1;
        if (callbacks >= limits.callbacks || highs.memoryBytes > limits.heapBytes) event.interrupt();
        return undefined;
      },
    });

    const isFeasible = model.info.get('primal_solution_status') === highs.constants.solutionStatus.feasible;
    const values = better(mip, isFeasible ? rounded(mip, model.getSolution().colValue) : null, start ?? null);
    const stated = isLp
      ? dualBound(mip, model.getSolution().rowDual)
      : Number(model.info.get('mip_dual_bound'));
    return {
      ...(startFault === null ? {} : { message: `start ignored: ${startFault}` }),
      ...outcome(highs, mip, modelStatus, values, stated),
      // HiGHS says −1 when it did not get as far as counting.
      nodes: Math.max(0, Number(model.info.get('mip_node_count'))),
      iterations: Math.max(0, Number(model.info.get('simplex_iteration_count'))),
      callbacks,
      heapBytes: highs.memoryBytes,
    };
  });
}

function modelData(mip: Mip, isLp: boolean) {
  return {
    numCols: mip.columns,
    numRows: mip.rows,
    colCost: mip.cost,
    colLower: mip.lower,
    colUpper: mip.upper,
    rowLower: mip.rowLower,
    rowUpper: mip.rowUpper,
    matrix: {
      format: 'csr' as const,
      numRows: mip.rows,
      numCols: mip.columns,
      starts: mip.rowStart,
      indices: mip.index,
      values: mip.value,
    },
    ...(isLp ? {} : { integrality: Int32Array.from(mip.integer) }),
  };
}

type Outcome = Pick<MipResult, 'status' | 'values' | 'objective' | 'bound'> & { message?: string };

/** What a HiGHS status means here. `stated` is the dual bound before the cutoff is thought of. */
function outcome(
  highs: HighsModule,
  mip: Mip,
  modelStatus: number,
  values: Float64Array | null,
  stated: number,
): Outcome {
  const code = highs.constants.modelStatus;
  const cutoff = mip.objectiveCutoff ?? Infinity;
  const objective = values && objectiveOf(mip, values);
  const infeasible: Outcome = { status: 'infeasible', values: null, objective: null, bound: cutoff };
  // A node whose bound is above the cutoff is pruned, so HiGHS's own bound no longer counts it.
  const bound = Math.min(stated, cutoff, objective ?? Infinity);
  switch (modelStatus) {
    case code.optimal:
      if (objective === null) return failed('optimal, but not within the tolerances');
      // With a cutoff below the optimum HiGHS calls the best point it came across optimal.
      if (objective > cutoff + tolerance(cutoff)) return infeasible;
      return { status: 'optimal', values, objective, bound: Math.min(stated, objective) };
    case code.infeasible:
    case code.objectiveBound:
      return infeasible;
    case code.unboundedOrInfeasible:
      if (isBounded(mip)) return infeasible;
      return failed('unbounded or infeasible');
    case code.solutionLimit:
    case code.interrupted:
    case code.iterationLimit:
      return { status: 'limit', values, objective, bound };
    case code.unbounded:
      return failed('unbounded');
    default:
      return failed(`HiGHS model status ${modelStatus}`);
  }
}

function failed(message: string): Outcome & { message: string } {
  return { status: 'failed', values: null, objective: null, bound: -Infinity, message };
}

function unsolved(status: 'too-large' | 'failed', message: string): MipResult {
  return { ...failed(message), status, nodes: 0, iterations: 0, callbacks: 0, heapBytes: 0 };
}

/** HiGHS refuses to solve a program without columns. */
function solveEmpty(mip: Mip): MipResult {
  const values = new Float64Array(0);
  const isFeasible = firstFault(mip, values) === null && (mip.objectiveCutoff ?? 0) >= 0;
  const work = { nodes: 0, iterations: 0, callbacks: 0, heapBytes: 0 };
  if (isFeasible) return { status: 'optimal', values, objective: 0, bound: 0, ...work };
  return { status: 'infeasible', values: null, objective: null, bound: Infinity, ...work };
}
