// The operators' page about AI: who answers, today's use, and the daily quota of answers per person.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { fieldError, numberBetween } from '@amber/ui/form';
import { TextField } from '@amber/ui/TextField';
import { formatList } from '@amber/words/formats';
import { type FormEvent, useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/admin.ts';
import type { AiStatus } from './pageStates.ts';
import styles from './DeployTokens.module.css';

interface AiPageProps extends AiStatus {
  onChanged(): void;
}

export function AiPage({ use, provider, models, onChanged }: AiPageProps) {
  const [typed, setTyped] = useState<string>();
  const [busy, act] = useAction();
  const schema = numberBetween(words.ai.mostPerDay, 0, limits.answersPerDayMax);
  const error = typed === undefined ? undefined : fieldError(schema, typed);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined || error) return;
    if (!(await act(() => api.operator.setAiQuota({ mostPerDay: Number(typed) })))) return;
    setTyped(undefined);
    onChanged();
  };
  return (
    <>
      <SettingsCard title={words.ai.models}>
        <p className={styles.hint}>{words.ai.provider({ provider })}</p>
        <p className={styles.hint}>{words.ai.modelNames({ models: formatList(models) })}</p>
        <p className={styles.hint}>{words.ai.modelsHint}</p>
      </SettingsCard>
      <SettingsCard title={words.ai.title}>
        <p className={styles.hint}>{words.ai.today({ answers: use.answers, people: use.people })}</p>
        {use.exhausted > 0 && <p className={styles.hint}>{words.ai.exhausted({ people: use.exhausted })}</p>}
        <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
          <TextField
            label={words.ai.mostPerDay}
            hint={words.ai.mostPerDayHint}
            error={error}
            inputMode="numeric"
            value={typed ?? String(use.mostPerDay)}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
          <Button type="submit" busy={busy} disabled={typed === undefined || error !== undefined}>
            {words.ai.save}
          </Button>
        </form>
      </SettingsCard>
    </>
  );
}
