// Whether the latest change of a list was at its beginning, where it must not move what is read.
import { useState } from 'react';
import type { TimelineRow } from './timelineRows.ts';

const firstOf = (rows: readonly TimelineRow[]): string => rows[0]?.message.id ?? '';

/** True when another row has become the first one. */
export function useShift(rows: readonly TimelineRow[]): boolean {
  const [seen, setSeen] = useState({ rows, shift: false });
  if (seen.rows !== rows) setSeen({ rows, shift: seen.rows.length > 0 && firstOf(seen.rows) !== firstOf(rows) });
  return seen.shift;
}
