// How far the reader's own message has come.
import type { Delivery } from '@amber/client/messageState';
import { AlertIcon, ClockIcon } from '@amber/ui/icons';
import type { ReactElement } from 'react';
import { words } from '../words/gen/delivery.ts';
import styles from './MessageState.module.css';

// Ticks are CSS background images, because every second row has one and an SVG would cost the row three elements.
const icons: Partial<Record<Delivery, ReactElement>> = {
  queued: <ClockIcon />,
  uploading: <ClockIcon />,
  failed: <AlertIcon />,
};

// The words are read when they are shown, because the page's language is loaded later.
const labels: Record<Delivery, () => string> = {
  queued: () => words.sending,
  uploading: () => words.sending,
  failed: () => words.notSent,
  sent: () => words.sent,
  delivered: () => words.delivered,
  read: () => words.read,
};

/** A clock, ticks or a warning, with a text for screen readers. */
export function MessageState({ delivery }: { delivery: Delivery }) {
  const label = labels[delivery]();
  return (
    <span className={styles.state} data-status={delivery} role="img" aria-label={label} title={label}>
      {icons[delivery]}
    </span>
  );
}
