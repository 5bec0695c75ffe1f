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
  const [wasInView, setWasInView] = useState(false);
  // The reader is back. While a jump is under way, the line may still be where it was.
  if (isPassed && newLine === 'inView' && !wasInView) setIsPassed(false);
  if (wasInView !== (newLine === 'inView')) setWasInView(newLine === 'inView');
  useKeyDown((event) => {
    if (event.key !== 'PageUp' || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    jump();
  });
  return {
    isOffered: isPassed && hasNewLine && newLine !== 'inView' && newLine !== 'below',
    offer: () => setIsPassed(true),
    close: () => setIsPassed(false),
  };
}
