// Reads and writes the protobuf wire format, as far as the codec needs it. It replaces protobufjs in the engine's
// build, which is six times as large.

/** The same as in proto/src/wire.ts. */
export const wireTypes = { varint: 0, delimited: 2, group: 3 } as const;

export interface LeanReader {
  pos: number;
  readonly len: number;
  uint32(): number;
  int32(): number;
  int64(): number;
  bool(): boolean;
  string(): string;
  bytes(): Uint8Array;
  skipType(wireType: number): void;
}

export interface LeanWriter {
  uint32(value: number): LeanWriter;
  int32(value: number): LeanWriter;
  int64(value: number): LeanWriter;
  bool(value: boolean): LeanWriter;
  string(value: string): LeanWriter;
  bytes(value: Uint8Array): LeanWriter;
  /** Writes bytes without their length. */
  raw(value: Uint8Array): LeanWriter;
  /** Begins a nested message, which is written after its length. */
  fork(): LeanWriter;
  /** Ends the nested message. */
  ldelim(): LeanWriter;
  finish(): Uint8Array;
}

const twoToThe32 = 2 ** 32;
const maxVarintBytes = 10;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const outOfRange = (): never => {
  throw new RangeError('index out of range');
};

function createReader(buffer: Uint8Array): LeanReader {
  /** The two halves of an integer of up to 64 bits. */
  let [low, high] = [0, 0];

  function varint(): void {
    [low, high] = [0, 0];
    for (let at = 0; at < maxVarintBytes; at += 1) {
      const byte = reader.pos < reader.len ? buffer[reader.pos]! : outOfRange();
      reader.pos += 1;
      const bits = byte & 0x7f;
      if (at < 4) low |= bits << (at * 7);
      else if (at === 4) {
        low |= bits << 28;
        high |= bits >> 4;
      } else high |= bits << (at * 7 - 32);
      if (byte < 0x80) return;
    }
    throw new RangeError('invalid varint encoding');
  }

  function skip(length: number): number {
    const start = reader.pos;
    if (length > reader.len - start) outOfRange();
    reader.pos += length;
    return start;
  }

  const reader: LeanReader = {
    pos: 0,
    len: buffer.length,
    uint32() {
      varint();
      return low >>> 0;
    },
    int32() {
      varint();
      return low | 0;
    },
    int64() {
      varint();
      return high * twoToThe32 + (low >>> 0);
    },
    bool() {
      varint();
      return (low | high) !== 0;
    },
    bytes() {
      const length = reader.uint32();
      const start = skip(length);
      return buffer.subarray(start, start + length);
    },
    string: () => decoder.decode(reader.bytes()),
    skipType(wireType: number) {
      if (wireType === 0) varint();
      else if (wireType === 1) skip(8);
      else if (wireType === 2) skip(reader.uint32());
      else if (wireType === 5) skip(4);
      else throw new Error(`invalid wire type ${wireType}`);
    },
  };
  return reader;
}

function createWriter(): LeanWriter {
  let buffer = new Uint8Array(256);
  let end = 0;
  /** The offsets at which the open nested messages begin. */
  const starts: number[] = [];

  function ensureCapacity(length: number): void {
    if (end + length <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, end + length));
    larger.set(buffer);
    buffer = larger;
  }

  function varint(low: number, high: number): void {
    ensureCapacity(maxVarintBytes);
    while (high !== 0 || low > 0x7f) {
      buffer[end++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    buffer[end++] = low;
  }

  function writeRaw(bytes: Uint8Array): void {
    ensureCapacity(bytes.length);
    buffer.set(bytes, end);
    end += bytes.length;
  }

  function writeDelimited(bytes: Uint8Array): void {
    varint(bytes.length, 0);
    writeRaw(bytes);
  }

  const writeInteger = (value: number) => {
    varint(value >>> 0, Math.floor(value / twoToThe32) >>> 0);
    return writer;
  };
  const writer: LeanWriter = {
    uint32: writeInteger,
    int32: writeInteger,
    int64: writeInteger,
    bool: (value: boolean) => writeInteger(Number(value)),
    bytes(value: Uint8Array) {
      writeDelimited(value);
      return writer;
    },
    raw(value: Uint8Array) {
      writeRaw(value);
      return writer;
    },
    string(value: string) {
      writeDelimited(encoder.encode(value));
      return writer;
    },
    fork() {
      starts.push(end);
      return writer;
    },
    ldelim() {
      const start = starts.pop()!;
      const content = buffer.slice(start, end);
      end = start;
      writeDelimited(content);
      return writer;
    },
    finish: () => buffer.slice(0, end),
  };
  return writer;
}

export const Reader = { create: createReader };
export const Writer = { create: createWriter };
