// What a screen reader says when a message arrives: each once, and none of what was there before.
import { useEffect, useRef, useState } from 'react';
import type { Reader } from '../kit/reader.ts';
import { announcementOf } from '../message/messageKinds.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

const newestSeq = (rows: readonly TimelineRow[]): number =>
  rows.reduce((most, { message }) => Math.max(most, message.seq), 0);

/** The sentence for a polite live region. */
export function useAnnouncement(rows: readonly TimelineRow[], reader: Reader): string {
  const [said, setSaid] = useState('');
  const known = useRef(newestSeq(rows));
  useEffect(() => {
    const fresh = rows.filter(({ message, mine, isLine }) => !mine && !isLine && message.seq > known.current);
    known.current = Math.max(known.current, newestSeq(rows));
    const newest = fresh.at(-1);
    if (newest) setSaid(announcementOf(newest.message, reader.authorOf(newest).name));
  }, [rows, reader]);
  return said;
}
