// The third step: naming the voice and creating it.
import { api, newMessageId } from '@amber/client/engine';
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import type { VoiceTrainText } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { words } from '../words/gen/voice.ts';
import styles from './voice.module.css';

/** Besides the consent; the gateway refuses fewer. */
const sentencesMin = 4;

interface CreateVoiceProps {
  texts: readonly VoiceTrainText[];
  language: string;
  onCreated(): void;
}

type Outcome = { is: 'none' } | { is: 'creating' } | { is: 'created' } | { is: 'failed'; sentence: string };

export function CreateVoice({ texts, language, onCreated }: CreateVoiceProps) {
  const [name, setName] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>({ is: 'none' });
  // The same id until it succeeds: a repeated attempt creates no second voice.
  const [requestId, setRequestId] = useState(newMessageId);
  const recorded = texts.filter(({ duration }) => duration > 0);
  const hasConsent = recorded.some(({ consent }) => consent);
  const missing = Math.max(0, sentencesMin - recorded.filter(({ consent }) => !consent).length);
  const isReady = hasConsent && missing === 0;
  const create = async () => {
    setOutcome({ is: 'creating' });
    try {
      await api.aiBot.cloneAiVoice({ requestId, name: name.trim(), language });
      setRequestId(newMessageId());
      setName('');
      setOutcome({ is: 'created' });
      onCreated();
    } catch (thrown) {
      setOutcome({ is: 'failed', sentence: getVoiceErrorMessage(thrown) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || outcome.is === 'creating') return;
    if (name.trim() === '') setNameProblem(words.nameRequired);
    else void create();
  };
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.create}</h2>
      <form className={styles.section} onSubmit={submit} noValidate>
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={limits.nameMax}
          error={nameProblem}
          onChange={(event) => {
            setName(event.target.value);
            setNameProblem(undefined);
          }}
        />
        {!isReady && <p className={styles.muted}>{hasConsent ? words.missing({ missing }) : words.consentMissing}</p>}
        {outcome.is === 'failed' && (
          <p className={styles.problem} role="alert">
            {outcome.sentence}
          </p>
        )}
        <p role="status">
          {outcome.is === 'creating' ? words.creating : outcome.is === 'created' ? words.created : ''}
        </p>
        <div>
          <Button type="submit" variant="primary" disabled={!isReady} busy={outcome.is === 'creating'}>
            {words.createAction}
          </Button>
        </div>
      </form>
    </section>
  );
}
