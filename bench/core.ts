import { cpus } from 'node:os';
import { measureCached } from './core/cached.ts';
import { measureHeuristic } from './core/heuristic.ts';
import { measureMemory } from './core/memory.ts';
import { measureReading } from './core/read.ts';
import type { Measure, Row } from './core/row.ts';

/**
 * The core in one table: `npm run bench:core`, or `npm run -s bench:core -- --json`. The input is seeded and the work
 * fixed; times are processor time, the least of several runs, so that other load on the machine matters little.
 */
const MEASURES: readonly Measure[] = [measureReading, measureHeuristic, measureCached, measureMemory];

const rows: Row[] = [];
for (const measure of MEASURES) rows.push(...(await measure()));

if (process.argv.includes('--json'))
  console.log(JSON.stringify({ node: process.version, cpu: cpus()[0]?.model, rows }));
else {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`);
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit, aim = '', note = '' } of rows) {
    console.log(
      `${what.padEnd(width)}  ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${aim.padEnd(8)} ${note}`.trimEnd(),
    );
  }
}
