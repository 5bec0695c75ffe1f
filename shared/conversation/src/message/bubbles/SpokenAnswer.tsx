// Reads an answer to people who listen: sentence by sentence, as it is written.
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { useEffect, useRef, useState } from 'react';
import { toSpeech, lastSentenceEnd } from './sentences.ts';

/** A screen reader would drop what is replaced sooner. */
const announceInterval = 1_400;

interface SpokenAnswerProps {
  text: string;
  hasEnded: boolean;
}

/** Mount it while an answer is being written. It says nothing of what was there before. */
export function SpokenAnswer({ text, hasEnded }: SpokenAnswerProps) {
  const [announcement, setAnnouncement] = useState('');
  const spokenLength = useRef(0);
  const lastSpokenAt = useRef(0);
  useEffect(() => {
    const announce = () => {
      // The question was asked again.
      if (spokenLength.current > text.length) spokenLength.current = 0;
      // Only what is new is looked through: this runs with every piece that is drawn.
      const fresh = text.slice(spokenLength.current);
      const end = lastSentenceEnd(fresh, hasEnded);
      if (end === 0) return;
      lastSpokenAt.current = Date.now();
      setAnnouncement(toSpeech(fresh.slice(0, end)));
      spokenLength.current += end;
    };
    const wait = lastSpokenAt.current + announceInterval - Date.now();
    if (wait <= 0) return announce();
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [text, hasEnded]);
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {announcement}
      </span>
    </VisuallyHidden>
  );
}
