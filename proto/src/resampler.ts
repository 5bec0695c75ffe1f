// Converts a stream of samples to another sample rate.

/** Where the filter is at half its level, as a share of the lower of both Nyquist frequencies. */
const cutoff = 0.92;
/** The length of the filter on each side, in periods of the lower of both rates. */
const halfWidth = 32;
/** The shape of the Kaiser window: frequencies that would alias are at least 70 dB lower. */
const kaiserBeta = 7;

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * 1e-9; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** One low-pass filter per position of an output sample between two input samples; each row has a gain of 1. */
function createFilters(phases: number, reach: number, bandwidth: number): Float32Array {
  const width = 2 * reach;
  const filters = new Float32Array(phases * width);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = filters.subarray(phase * width, (phase + 1) * width);
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - reach + 1 - phase / phases;
      const window = bessel(kaiserBeta * Math.sqrt(Math.max(0, 1 - (distance / reach) ** 2))) / bessel(kaiserBeta);
      row[tap] = sinc(distance * bandwidth) * window;
    }
    const gain = row.reduce((sum, value) => sum + value, 0);
    for (let tap = 0; tap < width; tap += 1) row[tap]! /= gain;
  }
  return filters;
}

/**
 * Returns a function that resamples consecutive blocks with a windowed sinc filter. The last few milliseconds of the
 * input stay in the filter. Both rates are integers.
 */
export function createResampler(from: number, to: number): (block: Float32Array) => Float32Array {
  if (from === to) return (block) => block;
  const divisor = greatestCommonDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const reach = Math.ceil((halfWidth * from) / Math.min(from, to));
  const width = 2 * reach;
  const filters = createFilters(phases, reach, (cutoff * Math.min(from, to)) / from);
  /** The input that the next output samples still need; silence precedes the first block. */
  let history = new Float32Array(reach - 1);
  let phase = 0;
  return (block) => {
    const input = new Float32Array(history.length + block.length);
    input.set(history);
    input.set(block, history.length);
    const output = new Float32Array(Math.ceil((input.length * to) / from) + 1);
    let count = 0;
    let first = 0;
    while (first + width <= input.length) {
      const row = phase * width;
      let sum = 0;
      for (let tap = 0; tap < width; tap += 1) sum += input[first + tap]! * filters[row + tap]!;
      output[count] = sum;
      count += 1;
      phase += step;
      first += Math.floor(phase / phases);
      phase %= phases;
    }
    history = input.slice(first);
    return output.subarray(0, count);
  };
}
