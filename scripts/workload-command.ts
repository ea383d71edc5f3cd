import { type DrawnWorkload, drawWorkload } from '../src/workloads/draw-workload.ts';
import { INSTANCE_TYPE_NAMES } from '../src/workloads/instance-types.ts';
import type { ApplicationsRequest, PlantedRequest } from '../src/workloads/request.ts';
import { readFlags, UsageError } from './flags.ts';

export const WORKLOAD_HELP = `npm run -s workload -- [options]

Prints the snapshot of a random deployment, always the same one for the same options: npm run -s plan -- - reads it.

  --kind KIND                    applications (default) or planted

Applications are call trees on nodes of several locations, by default as in the paper's evaluation:
  --seed N                       default 1
  --applications N               default 8, each of
  --microservices N              default 4
  --replicas LOW-HIGH            of each microservice, default 1
  --nodes N                      default 10
  --locations N                  default 2; location r has price r
  --pricing WHAT                 unit (default), or capacity: times the cores of the node
  --sizes JSON                   kinds of nodes: [{"cpuMilli": 8000, "memoryMi": 1638, "priceFactor": 1}]
  --instance-types NAMES         or real ones, at the prices of up to eight regions: any of
                                 ${INSTANCE_TYPE_NAMES.slice(0, 3).join(',')},
                                 ${INSTANCE_TYPE_NAMES.slice(3).join(',')}
  --cpu-milli LOW-HIGH           request of a replica, default 500-2500
  --memory-mi LOW-HIGH           default 205-307
  --devices PER_NODE,PERCENT     a third resource, and the share of microservices that request one
  --occupancy-percent LOW-HIGH   share of all cpu that is requested, default 50-70
  --delay-microseconds LOW-HIGH  between two locations, default 20000-100000
  --limit-microseconds LOW-HIGH  of a call, default 20000-100000
  --start HOW                    feasible (default), overcommitted or latency-breaking

Planted are nodes that are cut exactly into replicas, which are then scattered over all nodes:
  --seed N, --nodes N            default 1 and 12
  --kept N                       nodes that are cut, default 6
  --replicas-per-node LOW-HIGH   default 3-6
  --prices LOW-HIGH              of the other nodes, default 5-9; a kept node costs at most the lowest

Exit code: 0 with a snapshot, 2 when the options are wrong or no draw fits them.`;

type Field = Exclude<keyof ApplicationsRequest | keyof PlantedRequest, 'kind'>;

/** How the text of each option is read. What cannot be read stays text, and is then refused like any wrong value. */
const READERS: Record<Field, (text: string) => unknown> = {
  seed: wholeNumber,
  applications: wholeNumber,
  microservices: wholeNumber,
  nodes: wholeNumber,
  locations: wholeNumber,
  kept: wholeNumber,
  pricing: String,
  start: String,
  sizes: json,
  instanceTypes: (text) => text.split(','),
  devices: (text) => {
    const [perNode, percent] = text.split(',');
    return {
      perNode: wholeNumber(perNode),
      percent: percent === undefined ? undefined : wholeNumber(percent),
    };
  },
  cpuMilli: range,
  memoryMi: range,
  replicas: range,
  occupancyPercent: range,
  delayMicroseconds: range,
  limitMicroseconds: range,
  replicasPerNode: range,
  prices: range,
};

function wholeNumber(text: string): unknown {
  return /^\d{1,16}$/.test(text) ? Number(text) : text;
}

/** `2-5`, or `3` for 3-3. */
function range(text: string): unknown {
  const [low, high = low, ...more] = text.split('-');
  return more.length > 0 ? text : [wholeNumber(low), wholeNumber(high)];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function flagOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The request that the options make; undefined when help is asked for. @throws UsageError, or a TypeError of parseArgs */
export function readRequest(argv: readonly string[]): Record<string, unknown> | undefined {
  const fields = Object.entries(READERS);
  const flags: Record<string, { type: 'string' | 'boolean' }> = {
    kind: { type: 'string' },
    help: { type: 'boolean' },
  };
  for (const [field] of fields) flags[flagOf(field)] = { type: 'string' };
  const { values, positionals } = readFlags(argv, flags);
  if (values['help']) return undefined;
  if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no option`);
  const request: Record<string, unknown> = { kind: values['kind'] ?? 'applications' };
  for (const [field, read] of fields) {
    const text = values[flagOf(field)];
    if (typeof text === 'string') request[field] = read(text);
  }
  return request;
}

export interface PrintedWorkload {
  exitCode: 0 | 2;
  stdout: string;
  stderr: string;
}

export function workloadCommand(argv: readonly string[]): PrintedWorkload {
  let drawn: ReturnType<typeof drawWorkload>;
  try {
    const request = readRequest(argv);
    if (request === undefined) return { exitCode: 0, stdout: `${WORKLOAD_HELP}\n`, stderr: '' };
    drawn = drawWorkload(request);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof Error && 'code' in error)) throw error;
    return refused([error.message]);
  }
  if ('errors' in drawn) return refused(drawn.errors.map(({ message }) => message));
  const { snapshot, plantedCost }: DrawnWorkload = drawn;
  const planted = plantedCost === undefined ? '' : `A placement of ${plantedCost} per hour exists.\n`;
  return { exitCode: 0, stdout: `${JSON.stringify(snapshot, null, 2)}\n`, stderr: planted };
}

function refused(messages: readonly string[]): PrintedWorkload {
  return { exitCode: 2, stdout: '', stderr: `${[...messages, 'Try --help.'].join('\n')}\n` };
}
