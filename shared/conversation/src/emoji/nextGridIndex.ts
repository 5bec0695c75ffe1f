// Moves through a grid that is made of several parts, each with a last row of its own.
import { arrowStep } from '@amber/ui/direction';

/** The index a key leads to, null for another key; -1 is above the grid. `parts` are the parts' sizes. */
export function nextGridIndex(
  key: string,
  index: number,
  sectionSizes: readonly number[],
  columns: number,
): number | null {
  const total = sectionSizes.reduce((sum, size) => sum + size, 0);
  const horizontalStep = arrowStep(key);
  if (horizontalStep !== 0) return Math.min(total - 1, Math.max(0, index + horizontalStep));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;

  // The rows of all parts, by their first index and their length.
  const rows: { from: number; length: number }[] = [];
  let from = 0;
  for (const size of sectionSizes) {
    for (let offset = 0; offset < size; offset += columns)
      rows.push({ from: from + offset, length: Math.min(columns, size - offset) });
    from += size;
  }
  const row = rows.findIndex((one) => index < one.from + one.length);
  const next = rows[row + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return key === 'ArrowUp' ? -1 : total - 1;
  return next.from + Math.min(index - rows[row]!.from, next.length - 1);
}
