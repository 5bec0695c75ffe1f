// The socket's frames: a 20-byte header of five big-endian uint32, then the body (Tencent Mars' layout).
import { Fault } from './faults.ts';
import { limits } from './limits.ts';

export interface Frame {
  /** The number of the command; see `commands` in the generated routes. */
  command: number;
  /** 0 for a push; an answer repeats the sequence of its request. */
  sequence: number;
  body: Uint8Array;
}

/**
 * Encodes one frame.
 * @throws Fault TOO_LARGE when header and body exceed 1 MiB.
 */
export function encodeFrame({ command, sequence, body }: Frame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(limits.frameHeader + body.length);
  if (bytes.length > limits.frameMax) throw new Fault('TOO_LARGE');
  const header = new DataView(bytes.buffer);
  [limits.frameHeader, limits.frameVersion, command, sequence, body.length].forEach((value, index) =>
    header.setUint32(index * 4, value),
  );
  bytes.set(body, limits.frameHeader);
  return bytes;
}

/** Returns the next sequence: 1 to 2147483647, then 1 again; never 0, which marks a push. */
export const nextSequence = (sequence: number): number => (sequence >= limits.sequenceMax ? 1 : sequence + 1);

/**
 * Splits a stream of bytes into frames. A chunk may contain several frames, and a frame may span several chunks. It
 * buffers at most one frame: an invalid header is rejected before its body arrives.
 */
export class FrameReader {
  /** The received bytes are at the front; the rest is spare capacity. */
  #buffer: Uint8Array = new Uint8Array(0);
  #held = 0;

  /**
   * Returns the frames that this chunk completes.
   * @throws Fault BAD_FRAME with the reason; the stream cannot be read further.
   */
  read(chunk: Uint8Array): Frame[] {
    const all = this.#held === 0 ? chunk : this.#append(chunk);
    const frames: Frame[] = [];
    let bytes = all;
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
    if (frames.length > 0 || this.#held === 0) {
      // The leftover is copied, so that a few bytes do not retain a large chunk, and returned bodies never change.
      this.#buffer = bytes.slice();
      this.#held = bytes.length;
    }
    return frames;
  }

  /** Appends the chunk to the buffer. Doubling the capacity avoids copying a frame once for each of its chunks. */
  #append(chunk: Uint8Array): Uint8Array {
    const length = this.#held + chunk.length;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length));
      larger.set(this.#buffer.subarray(0, this.#held));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#held);
    this.#held = length;
    return this.#buffer.subarray(0, length);
  }
}

/** Validates the header and returns the length of the whole frame. @throws Fault BAD_FRAME */
function checkedLength(bytes: Uint8Array): number {
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const [head, version, length] = [header.getUint32(0), header.getUint32(4), header.getUint32(16)];
  if (head !== limits.frameHeader) throw new Fault('BAD_FRAME', { message: `head length ${head}` });
  if (version !== limits.frameVersion) throw new Fault('BAD_FRAME', { message: `version ${version}` });
  if (head + length > limits.frameMax) throw new Fault('BAD_FRAME', { message: `frame of ${head + length} bytes` });
  return head + length;
}
