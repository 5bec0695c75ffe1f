// Splits a stream into lines of limited length, so that an endless line does not fill the memory.
const newline = 0x0a;

/**
 * The lines, without their line ends. Text after the last line end is a line as well.
 * @throws Error when a line has more than `max` bytes.
 */
export async function* boundedLines(
  chunks: AsyncIterable<Buffer>,
  { max, file }: { max: number; file: string },
): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer) => {
    size += piece.length;
    if (size > max) throw new Error(`${file} has a line that is longer than ${max} bytes`);
    if (piece.length > 0) pieces.push(piece);
  };
  const takeLine = () => {
    const line = Buffer.concat(pieces).toString('utf8');
    [pieces, size] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, end));
      yield takeLine();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (size > 0) yield takeLine();
}
