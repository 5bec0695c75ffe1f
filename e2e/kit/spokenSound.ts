// The sound that the browser's fake microphone delivers, and a measure of how much of it is in another sound.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of speech: the rate at which sounds are compared here. */
export const sampleRate = 16_000;
/** The fake microphone repeats the sound after this many seconds. */
const seconds = 7;
/** 50 ms, in samples: the length of one value of an envelope. */
const windowLength = 0.05 * sampleRate;

/** Repeatable numbers from 0 to 1 (a linear congruential generator), so that each run speaks the same. */
function createRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Syllables of gliding pitch, different length and loudness, with pauses between them, as values from -1 to 1. */
export const spoken: Float32Array = (() => {
  const random = createRandom();
  const samples = new Float32Array(seconds * sampleRate);
  for (let at = 0; at < samples.length;) {
    const length = Math.round((0.12 + 0.2 * random()) * sampleRate);
    const [pitch, glide, loudness] = [110 + 140 * random(), 0.7 + 0.6 * random(), 0.15 + 0.6 * random()];
    let phase = 0;
    for (let n = 0; n < length && at + n < samples.length; n += 1) {
      // The pitch glides, as in speech: what stays the same is noise to a noise suppressor.
      phase += (2 * Math.PI * pitch * glide ** (n / length)) / sampleRate;
      const voice = [1, 2, 3, 5, 8].reduce((sum, harmonic) => sum + Math.sin(harmonic * phase) / harmonic, 0) / 2;
      samples[at + n] = loudness * Math.sin((Math.PI * n) / length) * voice;
    }
    at += length + Math.round((0.03 + 0.25 * random() ** 2) * sampleRate);
  }
  return samples;
})();

/** Writes the sound as a WAV file for `--use-file-for-fake-audio-capture`, and returns its path. */
export function writeSpokenFile(): string {
  const header = Buffer.alloc(44);
  const bytes = spoken.length * 2;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // one channel
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  const path = join(tmpdir(), `amber-spoken-${process.pid}.wav`);
  writeFileSync(path, Buffer.concat([header, Buffer.from(Int16Array.from(spoken, (value) => value * 32_767).buffer)]));
  return path;
}

/** Returns the energy of each whole window of 50 ms, as its root mean square. */
export function energyEnvelope(samples: ArrayLike<number>, from = 0, windows?: number): number[] {
  const count = windows ?? Math.floor((samples.length - from) / windowLength);
  return Array.from({ length: count }, (_, window) => {
    let sum = 0;
    for (let n = 0; n < windowLength; n += 1)
      sum += (samples[(from + window * windowLength + n) % samples.length] ?? 0) ** 2;
    return Math.sqrt(sum / windowLength);
  });
}

/** Pearson's correlation of two series of the same length. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [both, onlyOne, onlyOther] = [0, 0, 0];
  one.forEach((value, at) => {
    const [x, y] = [value - meanOne, other[at]! - meanOther];
    both += x * y;
    onlyOne += x * x;
    onlyOther += y * y;
  });
  return both / Math.sqrt(onlyOne * onlyOther);
}

/** How far apart two lags are that are tried: 5 ms, in samples. */
const lagStep = 0.005 * sampleRate;

/** 1.5 s, in windows. In shorter pieces, the sound resembles itself played backwards. */
const pieceLength = (1.5 * sampleRate) / windowLength;

/** Returns how well an envelope matches what was spoken, at the best lag: the recording began at an unknown moment. */
function matchPiece(envelope: readonly number[]): number {
  let best = -1;
  for (let lag = 0; lag < spoken.length; lag += lagStep)
    best = Math.max(best, correlation(energyEnvelope(spoken, lag, envelope.length), envelope));
  return best;
}

/**
 * Returns how well an envelope of at least 1.5 s matches what was spoken: 1 is perfect. Pieces of 1.5 s are compared,
 * and the median counts (of two, the better one): the fake microphone does not repeat its sound exactly at its end, and
 * a busy machine loses some of it, which shifts the rest.
 */
export function matchWithSpoken(envelope: readonly number[]): number {
  const pieces = Array.from({ length: Math.floor(envelope.length / pieceLength) }, (_, piece) =>
    matchPiece(envelope.slice(piece * pieceLength, (piece + 1) * pieceLength)),
  );
  return pieces.toSorted((one, other) => one - other)[Math.floor(pieces.length / 2)]!;
}
