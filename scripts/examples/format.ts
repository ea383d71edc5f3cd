/**
 * JSON as a person lays it out: what fits on a line stays on one, the rest is opened up by two spaces a level. The
 * generated examples are read by people and compared in reviews, where one replica is one line.
 */
export function formatJson(value: unknown): string {
  return `${layOut(value, '', 0)}\n`;
}

/** A Kubernetes List, one object a line: hundreds of objects can be compared, and nobody reads them all. */
export function formatList({ items, ...list }: { items: readonly object[] }): string {
  const head = JSON.stringify(list).slice(0, -1);
  return `${head},"items":[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]}\n`;
}

/** Wide enough for a node or a workload of the examples. */
const LINE_WIDTH = 150;

/** @param taken characters of the line already used around the value: its key and a comma. */
function layOut(value: unknown, indent: string, taken: number): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent.length + taken + line.length <= LINE_WIDTH)
    return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => inner + layOut(item, inner, 1))
    : Object.entries(value).map(([key, item]) => {
        const label = `${JSON.stringify(key)}: `;
        return inner + label + layOut(item, inner, label.length + 1);
      });
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
