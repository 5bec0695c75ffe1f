// Reads the headers of an mp3 file, to know its duration before it is decoded.
// A sound comes from another person's device: in other formats a few bytes can decode to gigabytes.

const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];
/** By the version bits of a frame: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const versions = [
  { bitrates: kilobits.mpeg2, divisor: 4, samples: 576 },
  null,
  { bitrates: kilobits.mpeg2, divisor: 2, samples: 576 },
  { bitrates: kilobits.mpeg1, divisor: 1, samples: 1_152 },
];
const layer3 = 1;
/** The value of the channel mode of a frame with one channel; all others have two. */
const mono = 3;
const headerLength = 4;
const id3HeaderLength = 10;

/** Returns the length of the ID3v2 tag at the start of the file, which may hold anything; 0 without one. */
function tagLength(bytes: Uint8Array): number {
  if (bytes.length < id3HeaderLength || String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0;
  return bytes.subarray(6, id3HeaderLength).reduce((size, byte) => size * 128 + (byte & 127), 0) + id3HeaderLength;
}

interface Frame {
  /** Bytes. */
  length: number;
  /** Milliseconds. */
  duration: number;
  /** The number of samples to which it decodes, of all channels together. */
  samples: number;
}

/** Returns the frame at `at`; null if there is none. */
function readFrame(bytes: Uint8Array, at: number): Frame | null {
  const [sync = 0, version = 0, rates = 0, mode = 0] = bytes.subarray(at, at + headerLength);
  if (sync !== 0xff || version >> 5 !== 7 || ((version >> 1) & 3) !== layer3) return null;
  const kind = versions[(version >> 3) & 3];
  const bitrate = kind?.bitrates[rates >> 4];
  const rate = sampleRates[(rates >> 2) & 3];
  if (!kind || !bitrate || !rate) return null;
  const sampleRate = rate / kind.divisor;
  const padding = (rates >> 1) & 1;
  return {
    length: Math.floor((kind.samples * bitrate * 1_000) / 8 / sampleRate) + padding,
    duration: (kind.samples / sampleRate) * 1_000,
    samples: kind.samples * (mode >> 6 === mono ? 1 : 2),
  };
}

export interface FrameLimits {
  /** Milliseconds. */
  duration: number;
  /** The samples of all channels, which bound the memory that decoding takes. */
  samples: number;
}

/** Returns the frames at the start of an mp3 file, up to the first limit that they reach; empty if it is none. */
export function leadingFrames(bytes: Uint8Array<ArrayBuffer>, limits: FrameLimits): Uint8Array<ArrayBuffer> {
  const start = tagLength(bytes);
  let [end, duration, samples] = [start, 0, 0];
  for (let frame = readFrame(bytes, end); frame; frame = readFrame(bytes, end)) {
    duration += frame.duration;
    samples += frame.samples;
    if (duration > limits.duration || samples > limits.samples) break;
    end += frame.length;
  }
  return bytes.slice(start, end);
}
