// The second step of the sign-in: the code that was sent to a number.
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { TextField } from '@amber/ui/TextField';
import { useEffect, useEffectEvent, useRef } from 'react';
import { words as app } from '../words/gen/app.ts';
import { words } from '../words/gen/codeStep.ts';
import { useSecondsUntil } from './useSecondsUntil.ts';
import styles from './CodeStep.module.css';

export interface CodeStepProps {
  code: string;
  problem: string | undefined;
  /** The number that a code was requested for. */
  phone: string;
  /** A number without an account gets no message. */
  isForMembers: boolean;
  isResending: boolean;
  /** When another code can be requested, in epoch milliseconds. */
  resendAt: number;
  onCode(code: string): void;
  /** Called once for each complete code. */
  onComplete(code: string): void;
  onResend(): void;
  onChangeNumber(): void;
}

/**
 * Milliseconds between the last digit and the sign-in: the person sees what they typed, and a press on 'Sign in' in
 * that time still finds its button.
 */
const submitDelay = 500;

export function CodeStep({
  code,
  problem,
  phone,
  isForMembers,
  isResending,
  resendAt,
  onCode,
  onComplete,
  onResend,
  onChangeNumber,
}: CodeStepProps) {
  const box = useRef<HTMLInputElement>(null);
  const complete = useEffectEvent(onComplete);
  useEffect(() => {
    if (code.length !== limits.codeDigits || problem !== undefined) return;
    const timer = setTimeout(() => complete(code), submitDelay);
    return () => clearTimeout(timer);
  }, [code, problem]);
  // The next digit replaces a wrong code.
  useEffect(() => {
    if (problem !== undefined) box.current?.select();
  }, [problem]);
  return (
    <>
      <p className={styles.sent}>
        <span>{(isForMembers ? words.sentToMember : words.sent)({ phone })}</span>
        <button type="button" className="sign-more" onClick={onChangeNumber}>
          {words.change}
        </button>
      </p>
      <TextField
        ref={box}
        id="code"
        name="code"
        value={code}
        error={problem}
        autoFocus
        label={app.signIn.code}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.code}
        onChange={(event) => onCode(event.target.value.replaceAll(/\D/g, '').slice(0, limits.codeDigits))}
        suffix={
          <Resend
            // Each sending has its own countdown.
            key={resendAt}
            resendAt={resendAt}
            busy={isResending}
            onClick={() => {
              onResend();
              box.current?.focus();
            }}
          />
        }
      />
    </>
  );
}

interface ResendProps {
  resendAt: number;
  busy: boolean;
  onClick(): void;
}

function Resend({ resendAt, busy, onClick }: ResendProps) {
  const secondsLeft = useSecondsUntil(resendAt);
  return (
    <Button variant="quiet" className={styles.resend} busy={busy} disabled={secondsLeft > 0} onClick={onClick}>
      {secondsLeft > 0 ? words.resendIn({ seconds: secondsLeft }) : words.resend}
    </Button>
  );
}
