/**
 * Finds equal keys among the elements of a list.
 * @param keyOf undefined for an element without a readable key
 * @param found called for every element whose key an earlier one has; `first` gives the index of the first that has it
 */
export function eachDuplicate(
  list: readonly unknown[],
  keyOf: (element: unknown) => string | undefined,
  found: (index: number, key: string, first: () => number) => void,
): void {
  const seen = new Set<string>();
  // Made for the first duplicate: most lists have none, and a set is half the work of a map.
  let firsts: Map<string | undefined, number> | undefined;
  for (let index = 0; index < list.length; index++) {
    const key = keyOf(list[index]);
    if (key === undefined) continue;
    const before = seen.size;
    if (seen.add(key).size > before) continue;
    found(index, key, () => {
      firsts ??= new Map(list.map((element, i) => [keyOf(element), i] as const).reverse());
      return firsts.get(key) ?? index;
    });
  }
}
