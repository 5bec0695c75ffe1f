// How people get in: the provider of codes with a test message, and operators' codes for newcomers.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { copyText } from '@amber/client/copyText';
import { api } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Button } from '@amber/ui/Button';
import { CopyIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { TextField } from '@amber/ui/TextField';
import { formatDate } from '@amber/words/formats';
import { type FormEvent, useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { PhoneNumbers } from './PhoneNumbers.tsx';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

type State = Awaited<ReturnType<typeof api.operator.signIn>>;

/** A card, and one for old phone numbers where they need an operator. */
export function SignInCard() {
  const [asked, askAgain] = useAsk(() => api.operator.signIn({}), []);
  return (
    <>
      <SettingsCard title={words.signIn}>
        {asked.status === 'error' && (
          <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
        )}
        {asked.status === 'ready' && (
          <>
            <p className={styles.hint}>
              {asked.answer.sms === 'none' ? words.walletsOnly : words.sentBy({ provider: asked.answer.sms })}
            </p>
            {asked.answer.usedUp.map(({ prefix, requests }) => (
              <p key={prefix} role="alert">
                {prefix ? words.codesUsedUp({ prefix, requests }) : words.allCodesUsedUp({ requests })}
              </p>
            ))}
            {asked.answer.sms !== 'none' && <TestMessage />}
            <p className={styles.hint}>{modeOf(asked.answer.mode)}</p>
            {asked.answer.mode === 'invited' && <Codes codes={asked.answer.codes} onChanged={askAgain} />}
          </>
        )}
      </SettingsCard>
      {asked.status === 'ready' && <PhoneNumbers {...asked.answer} />}
    </>
  );
}

const modeOf = (mode: string): string =>
  mode === 'closed' ? words.signUpClosed : mode === 'invited' ? words.signUpInvited : words.signUpOpen;

/** Says what the provider said. */
function TestMessage() {
  const [phone, setPhone] = useState('');
  const [outcome, setOutcome] = useState('');
  const [busy, act] = useAct();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOutcome('');
    void act(async () => {
      const { reason } = await api.operator.testSms({ phone });
      setOutcome(reason === '' ? words.testSent : words.testFailed({ reason }));
    });
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={words.testPhone}
          hint={words.testHint}
          type="tel"
          dir="ltr"
          inputMode="tel"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={!phone.trim()}>
          {words.testSend}
        </Button>
      </form>
      {outcome && <p role="status">{outcome}</p>}
    </>
  );
}

function Codes({ codes, onChanged }: Pick<State, 'codes'> & { onChanged(): void }) {
  const [note, setNote] = useState('');
  const [busy, act] = useAct();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await act(() => api.operator.createCode({ note }))) setNote('');
    onChanged();
  };
  const revoke = (code: string) => void act(() => api.operator.revokeCode({ code })).then(onChanged);
  return (
    <>
      {codes.length > 0 && (
        <ul aria-label={words.codes}>
          {codes.map(({ code, note: whom, created, used }) => (
            <li key={code} className={styles.token}>
              <span className={styles.name}>{code}</span>
              <span className={styles.hint}>
                {used > 0
                  ? words.codeUsed({ whom, time: formatDate(used, 'dayAndTime') })
                  : words.codeFor({ whom, time: formatDate(created, 'dayAndTime') })}
              </span>
              {used === 0 && (
                <>
                  <Button aria-label={words.copyOf({ name: whom })} onClick={() => void copyText(code)}>
                    <CopyIcon />
                    {words.copy}
                  </Button>
                  <Button aria-label={words.revokeOf({ name: whom })} onClick={() => revoke(code)}>
                    {words.revoke}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={words.codeWhom}
          hint={words.codeWhomHint}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={!note.trim()}>
          {words.createCode}
        </Button>
      </form>
    </>
  );
}
