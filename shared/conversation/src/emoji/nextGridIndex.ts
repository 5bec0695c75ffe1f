// Keyboard navigation in a grid of several sections, each with its own last row.
import { arrowStep } from '@amber/ui/direction';
import type { GridRow } from './gridRows.ts';

/** Returns the index that a key moves to; null for any other key, -1 for a move above the grid. */
export function nextGridIndex(key: string, index: number, rows: readonly GridRow<unknown>[]): number | null {
  const lines = rows.filter((row) => row.kind === 'cells');
  const last = lines.at(-1)!;
  const total = last.from + last.items.length;
  const horizontalStep = arrowStep(key);
  if (horizontalStep !== 0) return Math.min(total - 1, Math.max(0, index + horizontalStep));
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;

  const line = lines.findIndex(({ from, items }) => index < from + items.length);
  const next = lines[line + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return key === 'ArrowUp' ? -1 : total - 1;
  return next.from + Math.min(index - lines[line]!.from, next.items.length - 1);
}
