// The selection of several messages.
import { useCallback, useMemo, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** Returns the selection and functions to change it. `chosen` is null outside selection mode. */
export function useSelection(rows: readonly TimelineRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const begin = useCallback((id: string) => setIds(new Set([id])), []);
  const end = useCallback(() => setIds(null), []);
  const toggle = useCallback(
    (id: string) =>
      setIds((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next.size === 0 ? null : next;
      }),
    [],
  );
  // A row that has left the timeline's window stays selected, and is in `chosen` again when it is back.
  const chosen = useMemo(() => ids && rows.filter(({ message }) => ids.has(message.id)), [rows, ids]);
  return { chosen, ids, begin, end, toggle };
}
