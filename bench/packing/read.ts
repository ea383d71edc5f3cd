import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTSIDE_DATA } from '../outside-data.ts';

/** One file of the variable-size bin packing data: as many bins of each type as one likes. */
export interface Packing {
  name: string;
  bins: { capacity: number; cost: number }[];
  /** Volume of each item. */
  items: number[];
}

/** Lines `BINTYPES n`, `ITEMS n`, then `id capacity cost min max` per type and `id volume profit compulsory` per item. */
export function parsePacking(name: string, text: string): Packing {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const rows = (title: string, count: string) => {
    const first = lines.findIndex(([word]) => word === title) + 1;
    const many = Number(lines.find(([word]) => word === count)?.[1]);
    if (first === 0 || !(many > 0)) throw new RangeError(`${name}: no ${title}`);
    return lines.slice(first, first + many).map((words) => words.map(Number));
  };
  const packing = {
    name,
    bins: rows('BINS_SECTIONS', 'BINTYPES').map(([, capacity, cost]) => ({ capacity, cost })),
    items: rows('ITEMS_SECTIONS', 'ITEMS').map(([, volume]) => volume),
  };
  const amounts = [...packing.items, ...packing.bins.flatMap(({ capacity, cost }) => [capacity, cost])];
  if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount > 0))
    throw new RangeError(`${name}: an amount is not a whole number above 0`);
  return packing;
}

/** All packing files by name; undefined where the outside data is not there. */
export function readPackings(): Packing[] | undefined {
  const folder = join(OUTSIDE_DATA, 'packing/monaci');
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => parsePacking(file.replace('.txt', ''), readFileSync(join(folder, file), 'utf8')));
}
