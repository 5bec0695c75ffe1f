// Encodes 16-bit samples as mp3 with a constant bit rate, and counts the samples that are in complete frames.
import { limits } from '@amber/proto/limits';
import { createEncoder } from 'wasm-media-encoders/esnext';
import { type Bytes, bytesOf, concat } from '../keys/bytes.ts';

/** MPEG-2, layer III: a frame has 576 samples. All frames have the same length, because 32 kbit/s needs no padding. */
const frameSamples = 576;
const frameLength = (frameSamples / 8) * ((limits.voiceBitrate * 1_000) / limits.speechSampleRate);

/** In samples: a sample is this much later in the decoded sound than in the input. */
const encoderDelay = 576;
const decoderDelay = 529;

/** One mp3 stream. */
export interface Mp3Stream {
  /** Returns the frames that are complete now; the encoder itself holds the last samples back. */
  encode(pcm: Int16Array): Bytes;
  /** Returns all remaining frames; the stream must not be used afterwards. */
  finish(): Bytes;
  /** The number of samples that are in the returned frames completely. */
  covered(): number;
}

export interface Mp3Encoder {
  start(): Promise<Mp3Stream>;
  /** Returns a whole sound as mp3. */
  encodeAll(pcm: Int16Array): Promise<Bytes>;
}

function toFloats(pcm: Int16Array): Float32Array {
  const floats = new Float32Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) floats[at] = pcm[at]! / 32_768;
  return floats;
}

/** @param loadWasm returns the bytes of the encoder, which are compiled once. */
export function createMp3Encoder(loadWasm: () => Promise<Bytes>): Mp3Encoder {
  let compiling: Promise<WebAssembly.Module> | undefined;

  async function start(): Promise<Mp3Stream> {
    compiling ??= loadWasm().then((bytes) => WebAssembly.compile(bytes));
    compiling.catch(() => {
      compiling = undefined;
    });
    // An address would be fetched, which the policy of the engine forbids for the `data:` address of the package.
    const encoder = await createEncoder('audio/mpeg', await compiling);
    encoder.configure({
      channels: 1,
      sampleRate: limits.speechSampleRate,
      outputSampleRate: limits.speechSampleRate,
      bitrate: limits.voiceBitrate,
    });
    let partial: Bytes = new Uint8Array(0);
    let frames = 0;
    const takeFrames = (bytes: Bytes): Bytes => {
      const all = concat(partial, bytes);
      const complete = all.length - (all.length % frameLength);
      partial = all.slice(complete);
      frames += complete / frameLength;
      return all.slice(0, complete);
    };
    return {
      // The encoder reuses the memory of what it returns, so it is copied.
      encode: (pcm) => takeFrames(bytesOf(encoder.encode([toFloats(pcm)]))),
      finish: () => takeFrames(bytesOf(encoder.finalize())),
      covered: () => Math.max(0, frames * frameSamples - encoderDelay - decoderDelay),
    };
  }

  return {
    start,
    async encodeAll(pcm) {
      const stream = await start();
      return concat(stream.encode(pcm), stream.finish());
    },
  };
}
