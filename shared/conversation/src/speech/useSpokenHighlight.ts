// Marks the sentence that is spoken, where the browser can mark text without changing it.
import type { MessageRow } from '@amber/client/rows';
import { distinctUntilChanged, map } from 'rxjs';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { shownText } from '../kit/currentText.ts';
import { findSpokenRange } from './findSpokenRange.ts';
import type { SpeechService } from './useMessageSpeech.ts';

/** The name in `::highlight()`, in ReadAloud.module.css. */
const highlightName = 'amber-spoken';

interface Spoken {
  id: string;
  textFrom: number;
  textTo: number;
}

export function useSpokenHighlight(
  { state$ }: SpeechService,
  messages: readonly MessageRow[],
  log: RefObject<HTMLElement | null>,
): void {
  const mark = useEffectEvent(({ id, textFrom, textTo }: Spoken) => {
    CSS.highlights.delete(highlightName);
    if (textTo === 0) return;
    const message = messages.find((one) => one.id === id);
    const element = log.current?.querySelector(`[data-message="${CSS.escape(id)}"]`);
    const range = message && element && findSpokenRange(element, shownText(message), textFrom, textTo);
    if (range) CSS.highlights.set(highlightName, new Highlight(range));
  });
  useEffect(() => {
    if (!globalThis.CSS?.highlights) return;
    const subscription = state$
      .pipe(
        map(({ track, status, textFrom, textTo }) =>
          track && status !== 'failed' ? { id: track.id, textFrom, textTo } : { id: '', textFrom: 0, textTo: 0 },
        ),
        distinctUntilChanged(
          (one, other) => one.id === other.id && one.textFrom === other.textFrom && one.textTo === other.textTo,
        ),
      )
      .subscribe((spoken) => mark(spoken));
    return () => {
      subscription.unsubscribe();
      CSS.highlights.delete(highlightName);
    };
  }, [state$]);
}
