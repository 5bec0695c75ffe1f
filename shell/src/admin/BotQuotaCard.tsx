// The daily quota of AI answers per person, and today's use.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { fieldError, numberBetween } from '@amber/ui/form';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

export function BotQuotaCard({ onChanged }: { onChanged(): void }) {
  const [request, refetch] = useQuery(() => api.operator.aiUse({}), []);
  const [typed, setTyped] = useState<string>();
  const [busy, act] = useAction();
  const usage = request.status === 'ready' ? request.answer : null;
  const schema = numberBetween(words.ai.mostPerDay, 0, limits.answersPerDayMax);
  const error = typed === undefined ? undefined : fieldError(schema, typed);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined || error) return;
    if (!(await act(() => api.operator.setAiQuota({ mostPerDay: Number(typed) })))) return;
    setTyped(undefined);
    refetch();
    onChanged();
  };
  return (
    <SettingsCard title={words.ai.title}>
      <QueryStatus request={request} refetch={refetch} rows={2} variant="lines" />
      {usage && (
        <>
          <p className={styles.hint}>{words.ai.today({ answers: usage.answers, people: usage.people })}</p>
          {usage.exhausted > 0 && <p className={styles.hint}>{words.ai.exhausted({ people: usage.exhausted })}</p>}
          <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
            <TextField
              label={words.ai.mostPerDay}
              hint={words.ai.mostPerDayHint}
              error={error}
              inputMode="numeric"
              value={typed ?? String(usage.mostPerDay)}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
            <Button type="submit" busy={busy} disabled={typed === undefined || error !== undefined}>
              {words.ai.save}
            </Button>
          </form>
        </>
      )}
    </SettingsCard>
  );
}
