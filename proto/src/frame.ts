// The socket's frames: a 20-byte header of five big-endian uint32, then the body (Tencent Mars' layout).
import { Fault } from './faults.ts';
import { limits } from './limits.ts';

export interface Frame {
  /** Which command; see `commands` in the generated routes. */
  command: number;
  /** 0 is a push; an answer carries the sequence of its request. */
  sequence: number;
  body: Uint8Array;
}

/**
 * The bytes of one frame.
 * @throws Fault TOO_LARGE when header and body exceed 1 MiB.
 */
export function encodeFrame({ command, sequence, body }: Frame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(limits.frameHeader + body.length);
  if (bytes.length > limits.frameMax) throw new Fault('TOO_LARGE');
  const header = new DataView(bytes.buffer);
  [limits.frameHeader, limits.frameVersion, command, sequence, body.length]
    .forEach((value, index) => header.setUint32(index * 4, value));
  bytes.set(body, limits.frameHeader);
  return bytes;
}

/** The sequence after this one: 1 to 2147483647, then 1 again; never 0, which means a push. */
export const nextSequence = (sequence: number): number => (sequence >= limits.sequenceMax ? 1 : sequence + 1);

/**
 * Cuts a stream of bytes into frames. One chunk may hold several frames, and a frame may come in several chunks.
 * What it holds back is never more than one frame: a header that lies is refused before its body is waited for.
 */
export class FrameReader {
  #held: Uint8Array = new Uint8Array(0);

  /**
   * The frames that are complete with this chunk.
   * @throws Fault BAD_FRAME with the reason; the stream is lost from there on.
   */
  read(chunk: Uint8Array): Frame[] {
    let bytes = this.#held.length === 0 ? chunk : join(this.#held, chunk);
    const frames: Frame[] = [];
    while (bytes.length >= limits.frameHeader) {
      const length = checkedLength(bytes);
      if (bytes.length < length) break;
      const header = new DataView(bytes.buffer, bytes.byteOffset);
      frames.push({
        command: header.getUint32(8),
        sequence: header.getUint32(12),
        body: bytes.subarray(limits.frameHeader, length),
      });
      bytes = bytes.subarray(length);
    }
    // A copy, so that a few bytes left over do not keep a large chunk alive.
    this.#held = bytes.slice();
    return frames;
  }
}

/** The whole frame's length, from a header that has been found honest. */
function checkedLength(bytes: Uint8Array): number {
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const [head, version, length] = [header.getUint32(0), header.getUint32(4), header.getUint32(16)];
  if (head !== limits.frameHeader) throw new Fault('BAD_FRAME', { message: `head length ${head}` });
  if (version !== limits.frameVersion) throw new Fault('BAD_FRAME', { message: `version ${version}` });
  if (head + length > limits.frameMax) throw new Fault('BAD_FRAME', { message: `frame of ${head + length} bytes` });
  return head + length;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
