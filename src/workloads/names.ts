/** The number of one of so many things, as wide as the number of the last. */
export function digits(i: number, count: number): string {
  return String(i).padStart(String(Math.max(0, count - 1)).length, '0');
}
