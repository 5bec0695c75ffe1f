// Asks once per encrypted chat before its sound is sent to a speech service.
import type { SpeechService } from '@amber/client/bus';
import { words } from '../words/gen/voice.ts';
import { useConsent } from './useConsent.tsx';

/** See `useConsent`. */
export const useSpeechConsent = () =>
  useConsent<SpeechService>(({ provider, host }) => ({
    title: words.consentTitle,
    text: words.consentText[provider]({ host }),
    action: words.consentAction,
  }));
