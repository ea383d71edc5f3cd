/**
 * Puts generated text between the marks of its name in a document: `<!-- bench:paper NAME -->` … `<!-- end -->`.
 * @throws Error when a mark is missing
 */
export function fill(document: string, parts: Readonly<Record<string, string>>): string {
  let filled = document;
  for (const [name, part] of Object.entries(parts)) {
    const start = `<!-- bench:paper ${name} -->`;
    const from = filled.indexOf(start);
    const to = filled.indexOf('<!-- end -->', from);
    if (from < 0 || to < 0) throw new Error(`the document has no place for ${name}`);
    filled = `${filled.slice(0, from + start.length)}\n\n${part}\n\n${filled.slice(to)}`;
  }
  return filled;
}
