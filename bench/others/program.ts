import type { Problem } from '../../src/model/problem.ts';

/** A problem for the other solvers, replica by replica, in the whole numbers of `Problem`. */
export interface Program {
  slots: number;
  /** α: what a move, and a slot, costs. */
  alpha: number;
  nodes: { price: number; location: number; capacity: number[] }[];
  replicas: { node: number; demand: number[] }[];
  /** Indices of two replicas, and the limit in microseconds. */
  calls: [from: number, to: number, limit: number][];
  /** Microseconds from location to location. */
  delay: number[][];
}

/** Which replica of which group stands at each index of `Program.replicas`. */
export function replicasOf(problem: Problem): { group: number; i: number }[] {
  return Array.from(problem.groupCount, (count, group) =>
    Array.from({ length: count }, (_, i) => ({ group, i })),
  ).flat();
}

/**
 * @throws RangeError for what the other solvers' models leave out: they are the paper's, which starts within its limits,
 * prices every node, moves every replica, and counts both copies of every resource
 */
export function toProgram(problem: Problem, slots: number): Program {
  assertPaperLike(problem);
  const { resources } = problem;
  const replicas = replicasOf(problem);
  const amounts = (table: Float64Array, at: number) =>
    Array.from(table.subarray(at * resources, (at + 1) * resources));
  const workloadOf = ({ group }: { group: number }) => problem.groupWorkload[group];
  const members = (workload: number) =>
    [...replicas.keys()].filter((replica) => workloadOf(replicas[replica]) === workload);
  const program: Program = {
    slots,
    alpha: problem.alpha,
    nodes: Array.from({ length: problem.nodes }, (_, n) => ({
      price: problem.price[n],
      location: problem.location[n],
      capacity: amounts(problem.capacity, n),
    })),
    replicas: replicas.map((replica) => ({
      node: problem.groupNode[replica.group],
      demand: amounts(problem.demand, workloadOf(replica)),
    })),
    calls: Array.from(problem.callFrom, (from, call) =>
      members(from).flatMap((u) =>
        members(problem.callTo[call]).map((v): [number, number, number] => [u, v, problem.callLimit[call]]),
      ),
    ).flat(),
    delay: Array.from({ length: problem.locations }, (_, g) =>
      Array.from({ length: problem.locations }, (_, h) => problem.delay(g, h)),
    ),
  };
  const location = (replica: number) => program.nodes[program.replicas[replica].node].location;
  if (program.calls.some(([u, v, limit]) => program.delay[location(u)][location(v)] > limit))
    throw new RangeError('a latency limit is broken at the start');
  return program;
}

function assertPaperLike(problem: Problem): void {
  const { use, capacity, price, objective, latencyIn } = problem;
  const kept =
    objective === 'weighted' &&
    latencyIn === 'end' &&
    price.every((units) => units > 0) &&
    use.every((amount, at) => amount <= capacity[at]) &&
    [problem.groupMovable, problem.transient, problem.priced].every((flags) =>
      flags.every((flag) => flag === 1),
    ) &&
    problem.callNearest.every((nearest) => nearest === 0);
  const delays = Array.from({ length: problem.locations ** 2 }, (_, at) =>
    problem.delay(Math.floor(at / problem.locations), at % problem.locations),
  );
  const unknown = problem.callFrom.length > 0 && delays.some((delay) => delay < 0);
  if (!kept || unknown) throw new RangeError('not a problem as in the paper');
}
