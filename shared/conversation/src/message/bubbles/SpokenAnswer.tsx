// Announces an answer to screen readers sentence by sentence while it is streamed.
import { lastSentenceEnd } from '@amber/proto/sentences';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { useEffect, useRef, useState } from 'react';
import { toSpeech } from './toSpeech.ts';

/** In milliseconds. A screen reader would drop text that is replaced sooner. */
const announceInterval = 1_400;

interface SpokenAnswerProps {
  text: string;
  hasEnded: boolean;
}

/** Mount this component while an answer is being streamed. It does not announce the text of a finished answer. */
export function SpokenAnswer({ text, hasEnded }: SpokenAnswerProps) {
  const [announcement, setAnnouncement] = useState('');
  const spokenLength = useRef(0);
  const lastSpokenAt = useRef(0);
  useEffect(() => {
    const announce = () => {
      // A shorter text means that the question was asked again.
      if (spokenLength.current > text.length) spokenLength.current = 0;
      // Only new text is searched, because this runs with every rendered chunk.
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
