// The operators' page about people: who may sign up, with codes for new people, and how sign-in codes are sent.
import { useAction } from '@amber/client/useAction';
import { copyText } from '@amber/client/copyText';
import { api } from '@amber/client/hostEngine';
import type { SignInState } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { CopyIcon } from '@amber/ui/moreIcons';
import { TextField } from '@amber/ui/TextField';
import { formatDate } from '@amber/words/formats';
import { type FormEvent, useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { PhoneNumbers } from './PhoneNumbers.tsx';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

interface PeoplePageProps {
  state: SignInState;
  onChanged(): void;
}

/** Two cards, and a third one while old phone numbers need an operator. */
export function PeoplePage({
  state: { sms, mode, usedUp, codes, sameNumber, unreadNumbers },
  onChanged,
}: PeoplePageProps) {
  return (
    <>
      <SettingsCard title={words.signUp}>
        <p className={styles.hint}>{signUpModeText(mode)}</p>
        {mode === 'invited' && <Codes codes={codes} onChanged={onChanged} />}
      </SettingsCard>
      <SettingsCard title={words.signIn}>
        <p className={styles.hint}>{sms === 'none' ? words.walletsOnly : words.sentBy({ provider: sms })}</p>
        {usedUp.map(({ prefix, requests }) => (
          <p key={prefix} role="alert">
            {prefix ? words.codesUsedUp({ prefix, requests }) : words.allCodesUsedUp({ requests })}
          </p>
        ))}
        {sms !== 'none' && <TestMessage />}
      </SettingsCard>
      <PhoneNumbers sameNumber={sameNumber} unreadNumbers={unreadNumbers} />
    </>
  );
}

const signUpModeText = (mode: string): string =>
  mode === 'closed' ? words.signUpClosed : mode === 'invited' ? words.signUpInvited : words.signUpOpen;

/** Sends a test message and shows the provider's reply. */
function TestMessage() {
  const [phone, setPhone] = useState('');
  const [outcome, setOutcome] = useState('');
  const [busy, act] = useAction();
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

function Codes({ codes, onChanged }: Pick<SignInState, 'codes'> & { onChanged(): void }) {
  const [note, setNote] = useState('');
  const [busy, act] = useAction();
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
