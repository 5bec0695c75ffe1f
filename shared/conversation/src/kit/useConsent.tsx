// Asks once before something of a conversation is handed to a service.
import { Confirm } from '@amber/ui/Confirm';
import { type ReactNode, useState } from 'react';

export interface ConsentSource<Service> {
  /** Returns the service for which the user has to be asked first; null if there is nothing to ask. @throws Fault */
  consentNeeded(): Promise<Service | null>;
  giveConsent(service: Service): void;
}

interface Question<Service> {
  open: boolean;
  service: Service;
  answer(isAgreed: boolean): void;
}

interface ConsentWords {
  title: string;
  text: string;
  action: string;
}

/**
 * Returns a function that resolves to whether the user has agreed, and the dialog to render.
 * @throws Fault from the function, if the service is unknown
 */
export function useConsent<Service>(
  wordsOf: (service: Service) => ConsentWords,
): [ask: (source: ConsentSource<Service>) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question<Service> | null>(null);
  const ask = async (source: ConsentSource<Service>): Promise<boolean> => {
    const service = await source.consentNeeded();
    if (service === null) return true;
    const isAgreed = await new Promise<boolean>((answer) => setQuestion({ open: true, service, answer }));
    if (isAgreed) source.giveConsent(service);
    return isAgreed;
  };
  const dialog = question && (
    <Confirm
      open={question.open}
      {...wordsOf(question.service)}
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
