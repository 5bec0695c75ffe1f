// The sign-in: by phone number and code, or by wallet.
import type { WalletSignature } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { WalletNonceReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { showFault } from '@amber/ui/showFault';
import { BrandMark } from '@amber/ui/brandMark';
import { TextField } from '@amber/ui/TextField';
import { textProblem } from '@amber/ui/textProblem';
import { type ComponentType, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { WalletPanelProps } from './wallet/WalletPanel.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { words as strings } from '../words/gen/app.ts';
import { changeLanguage, otherLanguages } from '../kit/language.ts';
import { withWords } from '../kit/withWords.ts';
import { invitedBy } from './invitedBy.ts';
import { pressAgain, typedBefore } from './servedForm.ts';
import { useCountdown } from './useCountdown.ts';
import { useOnline } from '../kit/useOnline.ts';
import styles from './SignIn.module.css';

/** How a session ended without the person signing out here; empty where it did not. */
export type SessionEnd = '' | 'ended' | 'removed' | 'deleted';

interface SignInProps {
  ended: SessionEnd;
  /** Passed in, so that this page paints before the engine is loaded. */
  actions: {
    getSms(phone: string): Promise<{ retryAfter: number }>;
    signIn(request: { phone: string; code: string; inviteId?: string }): Promise<void>;
    walletNonce(wallet: string): Promise<WalletNonceReply>;
    signInByWallet(request: WalletSignature & { inviteId?: string }): Promise<void>;
  };
}

const words = strings.signIn;
const phoneForm = /^\+?[\d\s().-]{6,24}$/;
const fields = ['phone', 'code', 'inviteId'] as const;
type Field = (typeof fields)[number];

/** The page at /login. */
export function SignIn({ ended, actions }: SignInProps) {
  const [query] = useSearchParams();
  const [values, setValues] = useState<Record<Field, string>>({ phone: '', code: '', inviteId: '' });
  const [problems, setProblems] = useState<{ [Name in Field]?: string | undefined }>({});
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState<'' | 'code' | 'signIn' | 'wallet'>('');
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null);
  const signed = useRef<WalletSignature>(null);
  const [sentTo, setSentTo] = useState('');
  const [invited, setInvited] = useState(false);
  const [secondsLeft, wait] = useCountdown();
  const codeBox = useRef<HTMLInputElement>(null);
  const walletButton = useRef<HTMLButtonElement>(null);
  const online = useOnline();
  useTitle(words.title);

  // The first render is the form as it was served: what is known only here comes right after it, before it is painted.
  const [given] = useState(() => invitedBy(query));
  const [isFilled, setFilled] = useState(false);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- hydration has no other place for what only the browser knows
    setFilled(true);
    setValues((now) => ({ ...now, ...typedBefore(), inviteId: given }));
    if (given) setInvited(true);
  }, [given]);
  // Not in the first effect: that one still has the empty fields.
  useEffect(() => {
    if (isFilled) pressAgain();
  }, [isFilled]);

  const inviteId = values.inviteId.trim();
  const invitation = inviteId ? { inviteId } : {};

  const bind = (field: Field) => ({
    name: field,
    value: values[field],
    error: problems[field],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [field]: event.target.value });
      setProblems({ ...problems, [field]: undefined });
    },
  });

  const phone = values.phone.trim();
  const code = values.code.trim();
  /** Shows what is wrong, if anything. */
  const isRight = (found: { [Name in Field]?: string | undefined }): boolean => {
    setProblems(found);
    return !Object.values(found).some(Boolean);
  };
  const phoneProblem = () => textProblem(phone, words.phone, phoneForm);

  const begin = (what: typeof busy) => {
    setBusy(what);
    setNotice('');
    setProblems({});
  };

  const end = (fault?: Fault) => {
    setBusy('');
    setPanel(null);
    if (fault) {
      showFault(
        { field: fault.field, sentence: sentenceOf(fault) },
        fields,
        (field, message) => {
          if (field === 'inviteId') setInvited(true);
          setProblems({ [field]: message });
        },
        setNotice,
      );
    }
  };

  const attempt = (what: typeof busy, work: () => Promise<void>) => {
    begin(what);
    void work().then(
      () => end(),
      (thrown: unknown) => end(Fault.of(thrown)),
    );
  };

  const getCode = () => {
    if (!isRight({ phone: phoneProblem() })) return;
    attempt('code', async () => {
      const { retryAfter } = await actions.getSms(phone);
      wait(retryAfter);
      setSentTo(phone);
      codeBox.current?.focus();
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Enter in the first field asks for the code, or goes on to it.
    if (!code && document.activeElement?.id === 'phone') {
      if (secondsLeft > 0) codeBox.current?.focus();
      else getCode();
      return;
    }
    if (!isRight({ phone: phoneProblem(), code: textProblem(code, words.code) })) return;
    attempt('signIn', () => actions.signIn({ phone, code, ...invitation }));
  };

  const useWallet = async (signature: WalletSignature) => {
    // Kept: correcting the invitation code does not ask the wallet again.
    signed.current = signature;
    await actions.signInByWallet({ ...signature, ...invitation }).catch((thrown: unknown) => {
      if (Fault.of(thrown).field !== 'inviteId') signed.current = null;
      throw thrown;
    });
  };

  const leaveWallet = (fault?: Fault) => {
    end(fault);
    requestAnimationFrame(() => walletButton.current?.focus());
  };

  const connect = () => {
    const signature = signed.current;
    if (signature) return attempt('wallet', () => useWallet(signature));
    begin('wallet');
    withWords(import(/* webpackChunkName: "wallet" */ './wallet/WalletPanel.tsx')).then(
      ({ WalletPanel }) => setPanel(() => WalletPanel),
      (cause: unknown) => end(new Fault('NO_RESPONSE', { cause })),
    );
  };

  return (
    <main className="sign">
      <div className="sign-brand">
        <p className="sign-mark">
          <BrandMark /> {strings.app}
        </p>
        <p className="sign-headline">{words.headline}</p>
        <p className="sign-about">{words.about}</p>
      </div>
      <form className="sign-card" onSubmit={submit} noValidate>
        <div>
          <h1 className="sign-title">{words.title}</h1>
          <p className="sign-lead">{words.lead}</p>
        </div>
        {!online && (
          <p className="sign-notice" role="status">
            {words.offline}
          </p>
        )}
        {notice && (
          <p className="sign-notice" role="alert">
            {notice}
          </p>
        )}
        {ended && !notice && (
          <p className="sign-ended" role="status">
            {words[ended]}
          </p>
        )}
        <TextField
          {...bind('phone')}
          id="phone"
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="tel"
          after={
            <Button
              look="quiet"
              className={styles.inner}
              busy={busy === 'code'}
              disabled={secondsLeft > 0}
              onClick={getCode}
            >
              {secondsLeft > 0 ? words.getCodeIn({ seconds: secondsLeft }) : words.getCode}
            </Button>
          }
        />
        <TextField
          {...bind('code')}
          id="code"
          ref={codeBox}
          label={words.code}
          hint={sentTo ? words.codeSent({ phone: sentTo }) : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.code}
        />
        {invited ? (
          <TextField {...bind('inviteId')} label={words.invitation} />
        ) : (
          <button type="button" className="sign-more" aria-expanded="false" onClick={() => setInvited(true)}>
            {words.haveInvitation}
          </button>
        )}
        <Button type="submit" look="primary" wide busy={busy === 'signIn'}>
          {words.submit}
        </Button>
        <p className="sign-or">{words.or}</p>
        {Panel ? (
          <Panel nonceFor={actions.walletNonce} use={useWallet} onEnd={leaveWallet} />
        ) : (
          <Button wide ref={walletButton} busy={busy === 'wallet'} onClick={connect}>
            {words.connectWallet}
          </Button>
        )}
        <p className="sign-foot">
          <Link to={paths.landing()}>{words.aboutAmber}</Link>
          <Link to={paths.privacy()}>{words.privacy}</Link>
          {otherLanguages().map(([id, { name }]) => (
            <button key={id} type="button" lang={id} onClick={() => changeLanguage(id)}>
              {name}
            </button>
          ))}
        </p>
      </form>
    </main>
  );
}
