// Starts to read a message aloud, asks first where a service gets its text, and marks the spoken sentence.
import type { MessageRow } from '@amber/client/rows';
import { showError } from '@amber/client/showError';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { LoadReadAloudSource } from '../kit/readAloudSource.ts';
import { useConsent } from '../kit/useConsent.tsx';
import { words } from '../words/gen/readAloud.ts';
import type { SpeechService } from './useMessageSpeech.ts';
import { useSpokenHighlight } from './useSpokenHighlight.ts';
import './ReadAloud.css';

interface ReadAloudProps {
  speech: SpeechService;
  loadSource: LoadReadAloudSource;
  /** What to read, from a press of the user; a new object for each press. */
  request: { message: MessageRow } | null;
  messages: readonly MessageRow[];
  log: RefObject<HTMLElement | null>;
  authorOf(message: MessageRow): string;
}

export function ReadAloud({ speech, loadSource, request, messages, log, authorOf }: ReadAloudProps) {
  const [ask, dialog] = useConsent<string>((host) => ({
    title: words.consentTitle,
    text: words.consentText({ host }),
    action: words.read,
  }));
  useSpokenHighlight(speech, messages, log);
  const read = useEffectEvent(async ({ message }: NonNullable<typeof request>) => {
    const source = await loadSource();
    const isAgreed = await ask({
      consentNeeded: () => source.consentNeeded(message),
      giveConsent: source.giveConsent,
    });
    if (isAgreed) source.read(message, authorOf(message));
  });
  useEffect(() => {
    if (request) read(request).catch(showError);
  }, [request]);
  return dialog;
}
