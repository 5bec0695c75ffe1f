// Counts by key, such as a network; a key that counts nothing has no entry.

export type Counts = ReturnType<typeof createCounts>;

export function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
