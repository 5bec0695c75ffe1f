// Leads back to the first unread message after the reader has jumped past it.
import { useKeyDown } from '@amber/ui/useKeyDown';
import { useState } from 'react';
import type { NewLinePlace } from './useSeenRows.ts';

interface UnreadBarPorts {
  newLine: NewLinePlace;
  hasNewLine: boolean;
  /** Jumps to the oldest unread message. */
  jump(): void;
}

/** Returns whether the bar is shown; `offer` is called when a jump leaves unread messages behind. */
export function useUnreadBar({ newLine, hasNewLine, jump }: UnreadBarPorts) {
  const [isPassed, setIsPassed] = useState(false);
  const goBack = () => {
    setIsPassed(false);
    jump();
  };
  useKeyDown((event) => {
    if (event.key !== 'PageUp' || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    goBack();
  });
  return {
    isOffered: isPassed && hasNewLine && newLine !== 'inView' && newLine !== 'below',
    offer: () => setIsPassed(true),
    goBack,
    close: () => setIsPassed(false),
  };
}
