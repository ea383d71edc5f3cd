import type { Verdict } from './asker.ts';

export interface Minimal<Element> {
  /** What can not be taken away: without any of these, the rest does not do. */
  readonly needed: Element[];
  /** What was kept because nobody could say. When there is none, `needed` is minimal, and enough. */
  readonly unsure: Element[];
}

/**
 * The elements that are left when one after the other is taken away wherever the rest still does: a deletion filter. Where
 * more never does less, what is left is minimal. Blocks are tried whole first, which changes nothing but the number of
 * questions: elements that can go together can go one by one.
 *
 * @param does whether these are enough; all of them are
 */
export async function minimal<Element>(
  elements: readonly Element[],
  does: (kept: readonly Element[]) => Promise<Verdict>,
): Promise<Minimal<Element>> {
  const result: Minimal<Element> = { needed: [], unsure: [] };
  /** What is left of `block` when `before` is decided and `after` is all still there. */
  const filter = async (before: readonly Element[], block: readonly Element[], after: readonly Element[]) => {
    if (block.length === 0) return [];
    const verdict = await does([...before, ...after]);
    if (verdict === 'yes') return [];
    if (block.length === 1) {
      (verdict === 'no' ? result.needed : result.unsure).push(...block);
      return [...block];
    }
    const half = Math.ceil(block.length / 2);
    const second = block.slice(half);
    const first: Element[] = await filter(before, block.slice(0, half), [...second, ...after]);
    const rest: Element[] = await filter([...before, ...first], second, after);
    return [...first, ...rest];
  };
  await filter([], elements, []);
  return result;
}
