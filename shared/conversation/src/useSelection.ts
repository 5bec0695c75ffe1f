// The messages that are chosen, to do one thing with all of them.
import { useCallback, useMemo, useState } from 'react';
import { entriesFor, type Entry, type MessageActions } from './messageActions.ts';
import type { Reader } from './reader.ts';
import { formatTime } from './format.ts';
import { shownText } from './shownText.ts';
import { strings } from './strings.ts';
import type { TimelineRow } from './timelineRows.ts';

/** What can be done with several messages. */
export type GroupEntry = Extract<Entry, 'copy' | 'forward' | 'delete'>;
export const groupEntries: readonly GroupEntry[] = ['copy', 'forward', 'delete'];

const copied = (rows: readonly TimelineRow[], reader: Reader): string => rows.map((row) => {
  const text = shownText(row.message)?.text ?? '';
  return rows.length === 1 ? text : strings.copiedLine(reader.authorOf(row).name, formatTime(row.at), text);
}).join('\n');

const acts: Record<GroupEntry, (rows: readonly TimelineRow[], can: MessageActions, reader: Reader) => void> = {
  copy: (rows, can, reader) => can.onCopy(copied(rows, reader)),
  forward: (rows, can) => can.onForward?.(rows.map(({ message }) => message)),
  delete: (rows, can) => can.onDelete?.(rows.map(({ message }) => message)),
};

/** `chosen` is null while no messages are being chosen. Each act takes those of them that it applies to. */
export function useSelection(rows: readonly TimelineRow[], can: MessageActions) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const begin = useCallback((id: string) => setIds(new Set([id])), []);
  const end = useCallback(() => setIds(null), []);
  const toggle = useCallback((id: string) => setIds((now) => {
    const next = new Set(now);
    if (!next.delete(id)) next.add(id);
    return next.size === 0 ? null : next;
  }), []);
  // What is gone from the window stays chosen in vain.
  const chosenRows = useMemo(() => (ids ? rows.filter(({ message }) => ids.has(message.id)) : []), [rows, ids]);
  const chosen = useMemo(() => ids && new Set(chosenRows.map(({ message }) => message.id)), [ids, chosenRows]);
  const withEntry = (entry: GroupEntry) => chosenRows.filter((row) => entriesFor(row, can).includes(entry));
  return {
    chosen,
    can: groupEntries.filter((entry) => withEntry(entry).length > 0),
    begin, end, toggle,
    act(entry: GroupEntry, reader: Reader) {
      acts[entry](withEntry(entry), can, reader);
      end();
    },
  };
}
