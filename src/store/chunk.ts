/** Code units in one piece. In UTF-8 that is at most 900 KB, well below D1's 2 MB a value. */
export const CHUNK_LENGTH = 300_000;

/** Cuts text into pieces that D1 can hold, never through a surrogate pair. Joined in order they are the text. */
export function chunk(text: string, length = CHUNK_LENGTH): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
