// The type of a row of the benchmark, and basic statistics.

export interface Measurement {
  /** The printed text, with its unit: `1.21 × floor (101 kB)`. */
  value: string;
  /** Whether the goal is reached. */
  met: boolean;
  /** The numbers behind it, for the JSON line. */
  figures: Record<string, number>;
}

export interface Row {
  id: string;
  description: string;
  goal: string;
  measure(): Promise<Measurement>;
}

/** The quantile: the value below which this share (0 to 1) of the samples is. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** A ratio against its goal, printed with the absolute value behind it. */
export function ratio(ours: number, base: number, atMost: number, unit: string, baseName = 'floor'): Measurement {
  const value = ours / base;
  return {
    value: `${value.toFixed(2)} × ${baseName} (${ours.toFixed(unit === 'kB' ? 1 : 0)} against ${base.toFixed(unit === 'kB' ? 1 : 0)} ${unit})`,
    met: value <= atMost,
    figures: { ours, base, ratio: value },
  };
}

/** Runs once, however many rows ask for it. */
export function memoize<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= load());
}
