// The messages that are chosen, to do one thing with all of them.
import { useCallback, useMemo, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** `chosen` is null while no messages are being chosen. */
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
  // What has left the window stays chosen, and counts again when it is back.
  const chosen = useMemo(() => ids && rows.filter(({ message }) => ids.has(message.id)), [rows, ids]);
  return { chosen, ids, begin, end, toggle };
}
