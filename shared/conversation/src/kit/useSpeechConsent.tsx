// Asks once per encrypted chat before its sound is sent to a speech service.
import type { SpeechService } from '@amber/client/bus';
import { Confirm } from '@amber/ui/Confirm';
import { type ReactNode, useState } from 'react';
import { words } from '../words/gen/voice.ts';
import type { VoiceSource } from './voiceSource.ts';

interface Question {
  open: boolean;
  service: SpeechService;
  answer(isAgreed: boolean): void;
}

/**
 * Returns a function that resolves to whether the sound may be sent, and the dialog to render.
 * @throws Fault from the function, if the service is unknown
 */
export function useSpeechConsent(): [ask: (source: VoiceSource) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = async (source: VoiceSource): Promise<boolean> => {
    const service = await source.consentNeeded();
    if (!service) return true;
    const isAgreed = await new Promise<boolean>((answer) => setQuestion({ open: true, service, answer }));
    if (isAgreed) source.giveConsent(service);
    return isAgreed;
  };
  const dialog = question && (
    <Confirm
      open={question.open}
      title={words.consentTitle}
      text={words.consentText[question.service.provider]({ host: question.service.host })}
      action={words.consentAction}
      variant="primary"
      onConfirm={() => question.answer(true)}
      onCancel={() => {
        question.answer(false);
        setQuestion({ ...question, open: false });
      }}
    />
  );
  return [ask, dialog];
}
