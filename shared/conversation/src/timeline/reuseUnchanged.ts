// Reuses the objects of unchanged rows, so that they are not rendered again.

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => isSame(one[key as keyof typeof one], other[key as keyof typeof other]))
  );
}

/** Returns `next` with the objects of `previous` where they are deeply equal. The rows must be plain data. */
export function reuseUnchanged<Row>(previous: readonly Row[], next: readonly Row[], idOf: (row: Row) => string): Row[] {
  const known = new Map(previous.map((row) => [idOf(row), row]));
  return next.map((row) => {
    const old = known.get(idOf(row));
    return old && isSame(old, row) ? old : row;
  });
}
