// How many answers of AIs a person gets in a day, and what of it is used today.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

/** A card. */
export function AiCard({ onChanged }: { onChanged(): void }) {
  const [asked, askAgain] = useAsk(() => api.operator.aiUse({}), []);
  const [typed, setTyped] = useState<string>();
  const [busy, act] = useAct();
  const use = asked.status === 'ready' ? asked.answer : null;
  const most = Number(typed ?? use?.mostPerDay ?? 0);
  const isWrong = typed !== undefined && !(/^\d+$/.test(typed) && most <= limits.answersPerDayMax);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isWrong || !(await act(() => api.operator.setAiQuota({ mostPerDay: most })))) return;
    setTyped(undefined);
    askAgain();
    onChanged();
  };
  return (
    <SettingsCard title={words.ai.title}>
      {asked.status === 'loading' && <Skeleton rows={2} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {use && (
        <>
          <p className={styles.hint}>{words.ai.today({ answers: use.answers, people: use.people })}</p>
          {use.exhausted > 0 && <p className={styles.hint}>{words.ai.exhausted({ people: use.exhausted })}</p>}
          <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
            <TextField
              label={words.ai.mostPerDay}
              hint={words.ai.mostPerDayHint}
              error={isWrong ? words.ai.wrong({ most: limits.answersPerDayMax }) : undefined}
              inputMode="numeric"
              value={typed ?? String(use.mostPerDay)}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
            <Button type="submit" busy={busy} disabled={typed === undefined || isWrong}>
              {words.ai.save}
            </Button>
          </form>
        </>
      )}
    </SettingsCard>
  );
}
