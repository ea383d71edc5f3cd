import { type Amounts, NO_AMOUNTS } from './amounts.ts';
import type { Dump } from './dump.ts';

const NANO = 1_000_000_000n;
/** Of a driver that states no limit: more than a node can have. */
const UNLIMITED = 1_000_000n * NANO;
/** Resource names of a snapshot are no longer than label keys. */
const LONGEST_NAME = 253;

/**
 * The drivers of volumes, by node, and how many volumes of theirs a node takes: a resource by name, unless every node has the driver
 * without a limit (kube-scheduler, plugin NodeVolumeLimits, which counts volumes of claims alone).
 */
export class CsiDrivers {
  /** Limits, [node][driver]. */
  readonly #nodes = new Map<string, ReadonlyMap<string, bigint>>();
  readonly #everywhere: ReadonlySet<string>;
  /** Everywhere without a limit. */
  readonly #unlimited: ReadonlySet<string>;

  constructor(dump: Dump) {
    for (const { name } of dump.all('Node')) {
      const drivers = dump.find('CSINode', '', name)?.claimed.at('spec').at('drivers').list() ?? [];
      const limits = drivers.flatMap((driver): [string, bigint][] => {
        const count = driver.at('allocatable').at('count').count();
        const limit = count === undefined ? UNLIMITED : BigInt(count) * NANO;
        const driverName = driver.at('name').text();
        return driverName === undefined ? [] : [[driverName, limit]];
      });
      this.#nodes.set(name, new Map(limits));
    }
    const all = [...this.#nodes.values()];
    const [first = new Map<string, bigint>(), ...others] = all;
    this.#everywhere = new Set(
      [...first.keys()].filter((driver) => others.every((limits) => limits.has(driver))),
    );
    this.#unlimited = new Set(
      [...this.#everywhere].filter((driver) => all.every((limits) => limits.get(driver) === UNLIMITED)),
    );
  }

  isEverywhere(driver: string): boolean {
    return this.#everywhere.has(driver);
  }

  isOn(driver: string, node: string): boolean {
    return this.#nodes.get(node)?.has(driver) === true;
  }

  /** The resource that a volume of a claim takes one of; undefined where nothing is limited. */
  resourceOf(driver: string): string | undefined {
    return this.#unlimited.has(driver) ? undefined : nameOf(driver);
  }

  allocatableOf(node: string): Amounts {
    const limits = this.#nodes.get(node);
    if (limits === undefined) return NO_AMOUNTS;
    return new Map(
      [...limits]
        .filter(([driver]) => this.resourceOf(driver))
        .map(([driver, limit]) => [nameOf(driver), limit]),
    );
  }
}

function nameOf(driver: string): string {
  return `attachable-volumes-csi-${driver}`.slice(0, LONGEST_NAME);
}

/** One of each, as often as it is named. */
export function attachments(resources: readonly string[]): Amounts {
  const counts = new Map<string, bigint>();
  for (const resource of resources) counts.set(resource, (counts.get(resource) ?? 0n) + NANO);
  return counts;
}
