// Moves through a grid that is made of several parts, each with a last row of its own.
import { arrowStep } from '@amber/ui/direction';

/** The index a key leads to, null for another key; -1 is above the grid. `parts` are the parts' sizes. */
export function gridStep(key: string, at: number, parts: readonly number[], columns: number): number | null {
  const total = parts.reduce((sum, size) => sum + size, 0);
  const aside = arrowStep(key);
  if (aside !== 0) return Math.min(total - 1, Math.max(0, at + aside));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;

  // The rows of all parts, by their first index and their length.
  const rows: { from: number; length: number }[] = [];
  let from = 0;
  for (const size of parts) {
    for (let done = 0; done < size; done += columns)
      rows.push({ from: from + done, length: Math.min(columns, size - done) });
    from += size;
  }
  const row = rows.findIndex((one) => at < one.from + one.length);
  const next = rows[row + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return key === 'ArrowUp' ? -1 : total - 1;
  return next.from + Math.min(at - rows[row]!.from, next.length - 1);
}
