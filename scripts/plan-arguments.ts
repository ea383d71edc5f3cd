import { LATENCY_MODES, STRATEGY_CHOICES } from '../src/model/options.ts';
import { CHOICE_FLAGS, CHOICE_HELP, choicesOf } from './choice-arguments.ts';
import { readFlags, UsageError } from './flags.ts';

export const HELP = `npm run -s plan -- FILE [options]

Plans moves onto cheaper nodes for a snapshot, in process, and prints the plan as a table.
FILE is a snapshot, or { "snapshot": ..., "options": ... }; - reads standard input.

  --strategy NAME      ${STRATEGY_CHOICES.join(', ')} (default auto)
  --alpha AMOUNT       what a move, and a slot, must save per hour (default: 1 % of the mean price of a node in use)
  --lexicographic      minimise price, then moves, then slots, instead of price + alpha x (moves + slots)
  --max-slots N        most slots
  --max-moves N        most moves
  --latency-in WHEN    when latency limits hold: ${LATENCY_MODES.join(', ')} (default slots)
  --exclude-nodes A,B      nodes that nothing leaves and nothing arrives on
  --exclude-workloads A,B  workloads that stay, as name or namespace/name
  --keep-spread        leave workloads of several nodes, or zones, on at least two (the default)
  --pack               let them all go onto one
  --allow-recreate     let workloads of mode recreate move, each replica being down once
  --max-downtime N     most replicas that may be down once
${CHOICE_HELP}
  --work-limit N       most work units, about a microsecond each
  --saving-curve       show what parts of the plan save
  --explain            say why each node is kept and each workload stays, and what a step of each limit would save
  --empty A,B          with --explain: what stops these nodes from all being emptied
  --explain-limit N    with --explain: most work units for the reasons
  --json               print the plan as JSON
  --help               print this

Exit code: 0 with a plan, 1 when our own check rejects what was found, 2 when the arguments or the input are wrong.`;

export interface PlanArguments {
  help: boolean;
  json: boolean;
  /** '-' is standard input. */
  file: string;
  /** As in the request body; what is not given is left out. Values are checked with the snapshot. */
  options: Record<string, unknown>;
  /** What is to be explained; absent when nothing is. As in the request body, too. */
  reasons?: Record<string, unknown>;
}

/** @throws UsageError, or a TypeError of parseArgs for an option that does not exist */
export function readArguments(argv: readonly string[]): PlanArguments {
  const { values, positionals } = readFlags(argv, {
    strategy: { type: 'string' },
    alpha: { type: 'string' },
    lexicographic: { type: 'boolean' },
    'max-slots': { type: 'string' },
    'max-moves': { type: 'string' },
    'latency-in': { type: 'string' },
    'work-limit': { type: 'string' },
    'exclude-nodes': { type: 'string' },
    'exclude-workloads': { type: 'string' },
    'keep-spread': { type: 'boolean' },
    pack: { type: 'boolean' },
    'allow-recreate': { type: 'boolean' },
    'max-downtime': { type: 'string' },
    'saving-curve': { type: 'boolean' },
    explain: { type: 'boolean' },
    empty: { type: 'string' },
    'explain-limit': { type: 'string' },
    ...CHOICE_FLAGS,
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  const [file = ''] = positionals;
  if (!values.help && positionals.length !== 1)
    throw new UsageError(`one FILE is needed, ${positionals.length} given`);
  if (values.lexicographic && values.alpha !== undefined)
    throw new UsageError('--lexicographic has no --alpha');
  if (values.pack && values['keep-spread']) throw new UsageError('--pack has no --keep-spread');
  const objective = values.lexicographic
    ? { kind: 'lexicographic' }
    : { kind: 'weighted', alpha: values.alpha };
  const options = {
    strategy: values.strategy,
    objective: values.lexicographic || values.alpha !== undefined ? objective : undefined,
    maxSlots: wholeNumber('--max-slots', values['max-slots']),
    maxMoves: wholeNumber('--max-moves', values['max-moves']),
    latencyIn: values['latency-in'],
    workLimit: wholeNumber('--work-limit', values['work-limit']),
    exclude: exclusion(values['exclude-nodes'], values['exclude-workloads']),
    keepSpread: values.pack ? false : values['keep-spread'],
    allowRecreate: values['allow-recreate'],
    maxDowntime: wholeNumber('--max-downtime', values['max-downtime']),
    savingCurve: values['saving-curve'],
    ...choicesOf(values),
  };
  const reasons = {
    empty: values.empty?.split(','),
    workLimit: wholeNumber('--explain-limit', values['explain-limit']),
  };
  if (!values.explain && Object.values(reasons).some((value) => value !== undefined))
    throw new UsageError('--empty and --explain-limit go with --explain');
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    file,
    options: given(options),
    ...(values.explain && { reasons: given(reasons) }),
  };
}

function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function exclusion(nodes: string | undefined, workloads: string | undefined) {
  if (nodes === undefined && workloads === undefined) return undefined;
  return {
    ...(nodes !== undefined && { nodes: nodes.split(',') }),
    ...(workloads !== undefined && { workloads: workloads.split(',') }),
  };
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${option} is a whole number, not ${text}`);
  return Number(text);
}
