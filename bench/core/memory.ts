import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Row } from './row.ts';

const CASES = [
  { name: 'heuristic, 1,000 nodes × 30,000 replicas', args: ['large', 'heuristic'] },
  { name: 'ilp, paper', args: ['paper', 'ilp'] },
  { name: 'ilp, boutique', args: ['boutique', 'ilp'] },
];

/** Megabytes of heap that each case must get by with. A Worker has 128 for everything. */
const HEAP_LIMIT = 96;

/**
 * Peak memory of one question from text to plan, in a process of its own whose heap is limited: the most that V8 has
 * in use at the start of any collection, plus array buffers and WASM memory. Passing is being answered at all.
 */
export function measureMemory(): Row[] {
  return CASES.map(({ name, args }) => {
    const { heap, buffers, wasm } = peakMemory(args, HEAP_LIMIT);
    const parts = `heap ${Math.round(heap)}, buffers ${Math.round(buffers)}, WASM ${Math.round(wasm)}`;
    return {
      what: `peak memory, ${name}`,
      value: heap + buffers + wasm,
      unit: 'MB',
      aim: '≤ 128',
      note: `${parts}; heap limit ${HEAP_LIMIT}`,
    };
  });
}

/**
 * Megabytes of one question (`memory-run.ts`).
 *
 * @param heapLimit megabytes of old space
 * @throws where the heap is too small
 */
export function peakMemory(
  args: string[],
  heapLimit: number,
): { heap: number; buffers: number; wasm: number } {
  const file = join(import.meta.dirname, 'memory-run.ts');
  const flags = ['--trace-gc', `--max-old-space-size=${heapLimit}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, file, ...args], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  if (status !== 0)
    throw new Error(`${args.join(' ')} failed with ${flags.join(' ')}:\n${stderr.slice(-2000)}`);
  // "… Mark-Compact 61.3 (80.1) -> 42.0 (79.9) MB, …": the first number is what was in use.
  const inUse = Array.from(stdout.matchAll(/ (\d+\.\d) \(\d+\.\d\) -> /g), ([, megabytes]) =>
    Number(megabytes),
  );
  const { buffers, wasm } = JSON.parse(stdout.split('\n').find((line) => line.startsWith('{')) ?? '');
  return { heap: Math.max(...inUse), buffers: buffers / 1e6, wasm: wasm / 1e6 };
}
