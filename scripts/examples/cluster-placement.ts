import { byName } from '../../src/model/placement.ts';
import { parseQuantity } from '../../src/model/quantity.ts';
import { DAEMONS } from './cluster-facts.ts';
import type { Host } from './cluster-nodes.ts';
import { nodeLabels } from './cluster-nodes.ts';
import { SERVICES, type Service } from './cluster-services.ts';

/** Milli-cores. */
const cpuOf = (text: string) => Number((parseQuantity(text) as bigint) / 1_000_000n);
/** MiB. */
const memoryOf = (text: string) => Number((parseQuantity(text) as bigint) / 1_000_000_000n / 1_048_576n);

function sizeOf({ cpu, memory, sidecar, init }: Service) {
  const running = {
    cpu: cpuOf(cpu) + cpuOf(sidecar?.cpu ?? '0'),
    memory: memoryOf(memory) + memoryOf(sidecar?.memory ?? '0'),
  };
  return {
    cpu: Math.max(running.cpu, cpuOf(init?.cpu ?? '0')),
    memory: Math.max(running.memory, memoryOf(init?.memory ?? '0')),
  };
}

/**
 * Where the pods of each service run, in the order of their numbers. One after another goes where fewest of its service are and then the
 * least is allocated, as the scheduler's spread and least-allocated scores have it; hard rules are kept. The volumes of a stateful
 * service bind each pod to its zone only afterwards.
 */
export function place(hosts: readonly Host[]): Map<Service, Host[]> {
  for (const host of hosts)
    for (const { cpu, memory } of DAEMONS) take(host, { cpu: cpuOf(cpu), memory: memoryOf(memory) }, 0);
  const placed = new Map<Service, Host[]>(SERVICES.map((service) => [service, []]));
  const most = Math.max(...SERVICES.map(({ replicas }) => replicas));
  for (let round = 0; round < most; round++)
    for (const service of SERVICES) if (round < service.replicas) start(service, hosts, placed);
  return placed;
}

function take(host: Host, { cpu, memory }: { cpu: number; memory: number }, gpus: number): void {
  host.free.cpu -= cpu;
  host.free.memory -= memory;
  host.free.gpus -= gpus;
  host.free.pods -= 1;
}

function start(service: Service, hosts: readonly Host[], placed: Map<Service, Host[]>): void {
  const size = sizeOf(service);
  const own = placed.get(service) as Host[];
  const zones = (zone: string) => own.filter((host) => host.zone === zone).length;
  const count = (host: Host) => host.hosted.filter((name) => name === keyOf(service)).length;
  const load = (host: Host) =>
    2 - (host.free.cpu - size.cpu) / host.cpu - (host.free.memory - size.memory) / host.memory;
  const [best] = hosts
    .filter((host) => mayRun(service, host, own, placed))
    .filter(
      ({ free }) =>
        free.cpu >= size.cpu &&
        free.memory >= size.memory &&
        free.pods >= 1 &&
        free.gpus >= (service.gpus ?? 0),
    )
    .sort(
      (a, b) =>
        count(a) - count(b) || zones(a.zone) - zones(b.zone) || load(a) - load(b) || byName(a.name, b.name),
    );
  if (best === undefined) throw new Error(`no node has room for ${keyOf(service)}`);
  own.push(best);
  best.hosted.push(keyOf(service));
  take(best, size, service.gpus ?? 0);
}

function mayRun(service: Service, host: Host, own: readonly Host[], placed: Map<Service, Host[]>): boolean {
  const arch = nodeLabels(host)['kubernetes.io/arch'];
  if (arch !== (service.arch ?? 'amd64')) return false;
  if (service.pool !== undefined && service.pool !== host.pool.name) return false;
  if (host.pool.taint !== undefined && host.pool.taint.key !== service.tolerates) return false;
  if ((service.apart === 'hosts' || service.hostPorts) && own.includes(host)) return false;
  if (service.near === undefined) return true;
  const [, partners = []] =
    [...placed].find(([{ namespace, name }]) => namespace === service.namespace && name === service.near) ??
    [];
  return partners.some(({ zone }) => zone === host.zone);
}

export function keyOf({ namespace, name }: Service): string {
  return `${namespace}/${name}`;
}
