// The wire format of protobuf: numbers, lengths and what stands between them, written and read one after the other.

/** How a value is framed. Groups are not spoken. */
export const wireTypes = { varint: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const;

// Browsers and Node have both, and this package is checked against neither.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) };

/** Longer text goes to the platform's encoder, which is slow to start. */
const shortText = 48;

/** Bytes that grow as they are written. */
export class Writer {
  private bytes = new Uint8Array(256);
  private at = 0;

  private reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** A whole number, up to 64 bits in two's complement. */
  varint(value: number): void {
    if (!Number.isInteger(value)) throw new TypeError(`${value} is no whole number`);
    this.reserve(10);
    let low = value >>> 0;
    let high = Math.floor(value / 2 ** 32) >>> 0;
    while (high > 0 || low > 127) {
      this.bytes[this.at++] = (low & 127) | 128;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    this.bytes[this.at++] = low;
  }

  delimited(value: Uint8Array): void {
    this.varint(value.length);
    this.reserve(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  text(value: string): void {
    if (value.length > shortText || !this.ascii(value)) this.delimited(utf8.encoder.encode(value));
  }

  /** Writes short text of one byte a character, or nothing. */
  private ascii(value: string): boolean {
    this.reserve(value.length + 1);
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 127) return false;
      this.bytes[this.at + 1 + index] = code;
    }
    this.bytes[this.at] = value.length; // below 128: one byte
    this.at += value.length + 1;
    return true;
  }

  /** Whatever `write` writes, behind its length. */
  nested(write: () => void): void {
    this.reserve(1);
    const start = this.at += 1;
    write();
    const length = this.at - start;
    if (length < 128) this.bytes[start - 1] = length;
    else {
      // The length takes more than the byte that was left for it.
      const content = this.bytes.slice(start, this.at);
      this.at = start - 1;
      this.delimited(content);
    }
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.at);
  }
}

/** Reads bytes from the start to the end. Whatever is no such value throws a RangeError or TypeError. */
export class Reader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** A whole number of up to 64 bits in two's complement. Beyond 2^53 its last digits are lost. */
  varint(): number {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError('a number is cut short');
      const bits = byte & 127;
      if (shift < 32) low |= bits << shift;
      if (shift === 28) high = bits >> 4;
      else if (shift > 28) high |= bits << (shift - 32);
      if (byte < 128) return high * 2 ** 32 + (low >>> 0);
    }
    throw new RangeError('a number without end');
  }

  /** A view, not a copy. */
  delimited(): Uint8Array {
    return this.take(this.varint());
  }

  text(): string {
    const bytes = this.delimited();
    if (bytes.length > shortText) return utf8.decoder.decode(bytes);
    let text = '';
    for (const byte of bytes) {
      if (byte > 127) return utf8.decoder.decode(bytes);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Passes over a value. */
  skip(wireType: number): void {
    if (wireType === wireTypes.varint) this.varint();
    else if (wireType === wireTypes.delimited) this.delimited();
    else if (wireType === wireTypes.eightBytes) this.take(8);
    else if (wireType === wireTypes.fourBytes) this.take(4);
    else throw new TypeError(`no such wire type: ${wireType}`);
  }

  private take(count: number): Uint8Array {
    const end = this.at + count;
    if (count < 0 || end > this.bytes.length) throw new RangeError('a length beyond the end');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}
