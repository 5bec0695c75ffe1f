// Announces each new message once to screen readers, and messages that arrive together as their number.
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { useEffect, useState } from 'react';
import type { Reader } from '../kit/reader.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { announcementOf } from '../message/messageKinds.ts';
import { words } from '../words/gen/conversation.ts';
import { createArrivalQueue } from './arrivalQueue.ts';

interface AnnouncerProps {
  rows: readonly TimelineRow[];
  /** Whether the rows do not reach to the end of the conversation. */
  hasNewer: boolean;
  reader: Reader;
}

/** A polite live region. */
export function Announcer({ rows, hasNewer, reader }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState({ id: 0, text: '' });
  const [queue] = useState(() => createArrivalQueue(rows, hasNewer));
  useEffect(() => {
    queue.add(rows, hasNewer);
    const wait = queue.wait(Date.now());
    if (wait === undefined) return;
    const announce = () => {
      const { count, newest } = queue.take(Date.now())!;
      const text =
        count > 1 ? words.newMessagesWhole({ count }) : announcementOf(newest.message, reader.authorOf(newest).name);
      setAnnouncement(({ id }) => ({ id: id + 1, text }));
    };
    if (wait === 0) return announce();
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [queue, rows, hasNewer, reader]);
  return (
    <div aria-live="polite">
      {/* A live region does not announce a text that replaces an equal one in its node. */}
      <VisuallyHidden key={announcement.id}>{announcement.text}</VisuallyHidden>
    </div>
  );
}
