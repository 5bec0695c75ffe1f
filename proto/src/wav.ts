// WAV files with 16-bit samples of one channel.

/** Bytes of the header that `writeWav` writes. */
const headerLength = 44;
const pcmFormat = 1;
/** A header whose format is described by a GUID; its first two bytes are the format. */
const extensibleFormat = 0xfffe;
const sampleBytes = 2;

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...Array.from({ length: 4 }, (_, n) => view.getUint8(at + n)));

/** Returns a WAV file with these samples. `sampleRate` is in samples per second. */
export function writeWav(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const dataLength = samples.length * sampleBytes;
  const file = new Uint8Array(headerLength + dataLength);
  const view = new DataView(file.buffer);
  const writeText = (at: number, text: string) => {
    for (let n = 0; n < text.length; n += 1) file[at + n] = text.charCodeAt(n);
  };
  writeText(0, 'RIFF');
  view.setUint32(4, headerLength - 8 + dataLength, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, pcmFormat, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * sampleBytes, true);
  view.setUint16(32, sampleBytes, true);
  view.setUint16(34, 8 * sampleBytes, true);
  writeText(36, 'data');
  view.setUint32(40, dataLength, true);
  samples.forEach((sample, at) => view.setInt16(headerLength + at * sampleBytes, sample, true));
  return file;
}

export interface Wav {
  samples: Int16Array<ArrayBuffer>;
  /** Samples per second. */
  sampleRate: number;
}

/**
 * Reads a WAV file of 16-bit samples. Of several channels, it takes the first. A header that was written before the
 * length was known counts as covering the rest of the file.
 * @returns null if the bytes are no such file
 */
export function readWav(bytes: Uint8Array): Wav | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 12 || textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return null;
  let format: { channels: number; sampleRate: number } | null = null;
  for (let at = 12; at + 8 <= view.byteLength;) {
    const name = textAt(view, at);
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= view.byteLength) {
      const kind = view.getUint16(start, true);
      const [channels, sampleRate, bits] = [
        view.getUint16(start + 2, true),
        view.getUint32(start + 4, true),
        view.getUint16(start + 14, true),
      ];
      if ((kind !== pcmFormat && kind !== extensibleFormat) || bits !== 8 * sampleBytes) return null;
      if (channels === 0 || sampleRate === 0) return null;
      format = { channels, sampleRate };
    }
    if (name === 'data') {
      if (!format) return null;
      const step = format.channels * sampleBytes;
      const count = Math.floor(Math.min(length, view.byteLength - start) / step);
      const samples = Int16Array.from({ length: count }, (_, n) => view.getInt16(start + n * step, true));
      return { samples, sampleRate: format.sampleRate };
    }
    at = start + length + (length % 2);
  }
  return null;
}
