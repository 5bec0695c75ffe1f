// Keyboard navigation in a grid of several sections, each with its own last row.
import { arrowStep } from '@amber/ui/direction';

/**
 * Returns the index that a key moves to; null for any other key, -1 for a move above the grid. `sectionSizes` are the
 * numbers of items per section.
 */
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

  // The rows of all sections, each with its first index and its length.
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
