import { decimalOfNumber, formatMoney, parseMoney } from '../model/decimal.ts';
import { type ClusterNode, locationOf } from './node.ts';
import type { Warnings } from './warnings.ts';

/** What an instance type costs per hour, somewhere and paid for somehow. */
export interface PriceRow {
  instanceType: string;
  region?: string | undefined;
  zone?: string | undefined;
  /** `on-demand` when absent. */
  capacityType?: string | undefined;
  pricePerHour: string | number;
}

/** A sample of OpenCost's gauge `node_total_hourly_cost`, as Prometheus answers an instant query. */
export interface CostSample {
  metric: Record<string, string>;
  /** Unix seconds and the value. */
  value: readonly [number, string];
}

export interface PriceSources {
  nodePrices?: Record<string, string | number> | undefined;
  prices?: readonly PriceRow[] | undefined;
  nodeTotalHourlyCost?: readonly CostSample[] | undefined;
}

/** Prices of nodes, from the most particular source that has one: by name, by annotation, by type, by OpenCost. */
export class Prices {
  readonly #byName: ReadonlyMap<string, string | number>;
  readonly #rows: ReadonlyMap<string, readonly PriceRow[]>;
  readonly #samples = new Map<string, Set<string>>();
  readonly #warnings: Warnings;

  constructor({ nodePrices = {}, prices = [], nodeTotalHourlyCost = [] }: PriceSources, warnings: Warnings) {
    this.#byName = new Map(Object.entries(nodePrices));
    this.#rows = Map.groupBy(prices, ({ instanceType }) => instanceType);
    this.#warnings = warnings;
    for (const { metric, value } of nodeTotalHourlyCost) {
      const node =
        new Map(Object.entries(metric)).get('node') ?? new Map(Object.entries(metric)).get('instance');
      if (node === undefined) continue;
      this.#samples.set(node, (this.#samples.get(node) ?? new Set()).add(value[1]));
    }
  }

  /** Canonical money; undefined, and a warning, when there is none. */
  of(node: ClusterNode): string | undefined {
    const named = this.#byName.get(node.name);
    if (named !== undefined) return this.#read([String(named)], node, 'nodePrices');
    if (node.statedPrice !== undefined)
      return this.#read([node.statedPrice], node, 'the annotation of the node');
    const row = this.#row(node);
    if (row.length > 0) return this.#read(row, node, 'prices');
    const samples = this.#samples.get(node.name);
    if (samples !== undefined) return this.#read([...samples].map(rounded), node, 'node_total_hourly_cost');
    const what = [node.instanceType ?? 'no instance type', locationOf(node) ?? 'no zone', node.capacityType];
    this.#warnings.add('no-price', what.join(', '), node.name);
    return undefined;
  }

  /** Prices of the rows that fit the node and say the most about it. */
  #row({ instanceType, region, zone, capacityType }: ClusterNode): string[] {
    const fits = (said: string | undefined, is: string | undefined) => said === undefined || said === is;
    const rows = (instanceType === undefined ? undefined : this.#rows.get(instanceType))?.filter(
      (row) =>
        fits(row.region, region) &&
        fits(row.zone, zone) &&
        (row.capacityType ?? 'on-demand') === capacityType,
    );
    const said = (row: PriceRow) => Number(row.region !== undefined) + 2 * Number(row.zone !== undefined);
    const most = Math.max(...(rows ?? []).map(said));
    return (rows ?? []).filter((row) => said(row) === most).map(({ pricePerHour }) => String(pricePerHour));
  }

  #read(prices: readonly (string | null)[], node: ClusterNode, source: string): string | undefined {
    const amounts = prices.map((price) => (price === null ? null : parseMoney(price)));
    if (amounts.some((amount) => amount === null || amount < 0n)) {
      this.#warnings.add('price-unreadable', source, node.name);
      return undefined;
    }
    const [first, ...rest] = amounts as bigint[];
    if (rest.some((amount) => amount !== first)) {
      this.#warnings.add('price-ambiguous', source, node.name);
      return undefined;
    }
    return formatMoney(first);
  }
}

/** A gauge is a double: what is beyond 15 digits is noise of its arithmetic, and money has 12 decimals. */
function rounded(value: string): string | null {
  const number = /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  const text = decimalOfNumber(Number(number.toPrecision(12)));
  if (text === null) return null;
  const [whole, fraction = ''] = text.split('.');
  return fraction.length <= 12 ? text : `${whole}.${fraction.slice(0, 12)}`;
}
