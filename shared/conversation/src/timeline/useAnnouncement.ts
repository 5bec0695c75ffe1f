// Announces each new message once to screen readers, and none that existed before.
import { useEffect, useRef, useState } from 'react';
import type { Reader } from '../kit/reader.ts';
import { announcementOf } from '../message/messageKinds.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

const newestSeq = (rows: readonly TimelineRow[]): number =>
  rows.reduce((most, { message }) => Math.max(most, message.seq), 0);

/** Returns the sentence for a polite live region. */
export function useAnnouncement(rows: readonly TimelineRow[], reader: Reader): string {
  const [announcement, setAnnouncement] = useState('');
  const lastSeq = useRef(newestSeq(rows));
  useEffect(() => {
    const fresh = rows.filter(
      ({ message, mine, isSystemLine }) => !mine && !isSystemLine && message.seq > lastSeq.current,
    );
    lastSeq.current = Math.max(lastSeq.current, newestSeq(rows));
    const newest = fresh.at(-1);
    if (newest) setAnnouncement(announcementOf(newest.message, reader.authorOf(newest).name));
  }, [rows, reader]);
  return announcement;
}
