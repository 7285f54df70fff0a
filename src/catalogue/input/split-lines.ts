/** A part of the input with one event, or why it was skipped. */
export type Piece = { line: number; bytes: Uint8Array } | { line: number; refused: string };

const NEWLINE = 10;

/** Splits a stream into lines. A line that is too long is dropped, and blank lines are skipped. */
export async function* splitLines(source: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<Piece> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  const take = (): Piece | undefined => {
    const bytes = Buffer.concat(parts);
    const tooLong = size > longest;
    parts.length = 0;
    size = 0;
    if (tooLong) return { line, refused: `longer than ${longest / 1024} KB` };
    return bytes.some((byte) => byte > 32) ? { line, bytes } : undefined;
  };
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from);
      const to = newline < 0 ? chunk.length : newline;
      size += to - from;
      if (size <= longest) parts.push(chunk.subarray(from, to));
      else parts.length = 0;
      from = to + 1;
      if (newline < 0) break;
      const piece = take();
      if (piece) yield piece;
      line += 1;
    }
  }
  const last = take();
  if (last) yield last;
}
