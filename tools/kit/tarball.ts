// Packs files as npm does, with fixed dates: the same files give the same bytes.
import { gzipSync } from 'node:zlib';

const blockSize = 512;
const nameMax = 100;
const prefixMax = 155;
/** npm extracts every file with at least these permissions. */
const [plainMode, programMode] = [0o644, 0o755];
/** npm's own fixed date, 26 October 1985: some tools do not accept dates near 1970. */
const fixedDate = 499_162_500;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Divides a long path at a slash: the format has a field for each half. */
function divide(path: string): [prefix: string, name: string] {
  if (path.length <= nameMax) return ['', path];
  const at = path.indexOf('/', path.length - nameMax - 1);
  if (at < 0 || at > prefixMax) throw new Error(`the path is too long for an archive: ${path}`);
  return [path.slice(0, at), path.slice(at + 1)];
}

function header(path: string, size: number, isProgram: boolean): Buffer {
  const block = Buffer.alloc(blockSize);
  const [prefix, name] = divide(path);
  const write = (text: string, at: number) => block.write(text, at, 'utf8');
  write(name, 0);
  write(octal(isProgram ? programMode : plainMode, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(size, 12), 124);
  write(octal(fixedDate, 12), 136);
  write(' '.repeat(8), 148);
  write('0', 156);
  write('ustar\0' + '00', 257);
  write(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A `.tgz` of these files by path; those that begin with `#!` can be executed. */
export function tarball(files: ReadonlyMap<string, Buffer>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const padding = (blockSize - (content.length % blockSize)) % blockSize;
    blocks.push(
      header(path, content.length, content.subarray(0, 2).toString() === '#!'),
      content,
      Buffer.alloc(padding),
    );
  }
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]), { level: 9 });
  packed[9] = 255; // the operating system: unknown
  return packed;
}
