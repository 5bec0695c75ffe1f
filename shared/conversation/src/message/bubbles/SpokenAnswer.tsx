// Reads an answer to people who listen: sentence by sentence, as it is written.
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { useEffect, useRef, useState } from 'react';
import { aloud, sentenceEnd } from './sentences.ts';

/** A screen reader would drop what is replaced sooner. */
const every = 1_400;

interface SpokenAnswerProps {
  text: string;
  hasEnded: boolean;
}

/** Mount it while an answer is being written. It says nothing of what was there before. */
export function SpokenAnswer({ text, hasEnded }: SpokenAnswerProps) {
  const [said, setSaid] = useState('');
  const spoken = useRef(0);
  const at = useRef(0);
  useEffect(() => {
    const speak = () => {
      // The question was asked again.
      if (spoken.current > text.length) spoken.current = 0;
      // Only what is new is looked through: this runs with every piece that is drawn.
      const fresh = text.slice(spoken.current);
      const end = sentenceEnd(fresh, hasEnded);
      if (end === 0) return;
      at.current = Date.now();
      setSaid(aloud(fresh.slice(0, end)));
      spoken.current += end;
    };
    const wait = at.current + every - Date.now();
    if (wait <= 0) return speak();
    const timer = setTimeout(speak, wait);
    return () => clearTimeout(timer);
  }, [text, hasEnded]);
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {said}
      </span>
    </VisuallyHidden>
  );
}
