// A random number generator that a seed determines, so that a failed test can be repeated with its choices.

export type SeededRandom = ReturnType<typeof seededRandom>;

/** The algorithm is mulberry32. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  /** A number from 0 up to but not including 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    shuffle<T>(list: readonly T[]): T[] {
      const shuffled = [...list];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
      }
      return shuffled;
    },
  };
}
