// The sign-in by phone number and code, or by wallet.
import type { WalletSignature } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { WalletNonceReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { showFieldError } from '@amber/ui/showFieldError';
import { BrandMark } from '@amber/ui/brandMark';
import { TextField } from '@amber/ui/TextField';
import { textError } from '@amber/ui/textError';
import { type ComponentType, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { WalletPanelProps } from './wallet/WalletPanel.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { words as strings } from '../words/gen/app.ts';
import { changeLanguage, otherLanguages } from '../kit/language.ts';
import { withTranslations } from '../kit/withTranslations.ts';
import { replayPress, typedValues } from './prerenderedForm.ts';
import { useCountdown } from './useCountdown.ts';
import { useOnline } from '../kit/useOnline.ts';
import styles from './SignIn.module.css';

/** How a session ended if the person did not sign out here; otherwise empty. */
export type SessionEnd = '' | 'ended' | 'removed' | 'deleted';

interface SignInProps {
  sessionEnd: SessionEnd;
  /** Passed in, so that this page paints before the engine is loaded. */
  actions: {
    getSms(request: { phone: string; inviteId?: string }): Promise<{ retryAfter: number }>;
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
export function SignIn({ sessionEnd, actions }: SignInProps) {
  const [query] = useSearchParams();
  const [values, setValues] = useState<Record<Field, string>>({ phone: '', code: '', inviteId: '' });
  const [problems, setProblems] = useState<{ [Name in Field]?: string | undefined }>({});
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState<'' | 'code' | 'signIn' | 'wallet'>('');
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null);
  const walletSignature = useRef<WalletSignature>(null);
  const [sentHint, setSentHint] = useState<string>();
  const [isInviteShown, setIsInviteShown] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown();
  const codeBox = useRef<HTMLInputElement>(null);
  const walletButton = useRef<HTMLButtonElement>(null);
  const online = useOnline();
  useTitle(words.title);

  // The first render must equal the served form. Values that only the browser has follow right after it, before the
  // paint.
  const [linkInviteId] = useState(() => query.get('inviteId') ?? '');
  const [isHydrated, setIsHydrated] = useState(false);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- hydration has no other place for what only the browser knows
    setIsHydrated(true);
    const typed = typedValues();
    setValues((now) => ({ ...now, ...typed, inviteId: linkInviteId || (typed.inviteId ?? '') }));
    if (linkInviteId) setIsInviteShown(true);
  }, [linkInviteId]);
  // In the first effect the fields are still empty.
  useEffect(() => {
    if (isHydrated) replayPress();
  }, [isHydrated]);

  // The gateway marks the page where newcomers need an invitation: then it is asked for first. The served form has the
  // parts for both pages, and its styles hide one of them by the same mark, so nothing moves when React takes over.
  const isByInvitation = isHydrated && document.documentElement.dataset['signUp'] !== undefined;
  const isOpen = isHydrated && !isByInvitation;
  const inviteId = values.inviteId.trim();
  const invitation = inviteId ? { inviteId } : {};

  const fieldProps = (field: Field) => ({
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
  /** Shows the problems of the fields. Returns whether there are any. */
  const showProblems = (found: { [Name in Field]?: string | undefined }): boolean => {
    setProblems(found);
    return !Object.values(found).some(Boolean);
  };
  const phoneProblem = () => textError(phone, words.phone, phoneForm);

  const startAttempt = (step: typeof busy) => {
    setBusy(step);
    setNotice('');
    setProblems({});
  };

  const endAttempt = (fault?: Fault) => {
    setBusy('');
    setPanel(null);
    if (fault) {
      showFieldError(
        { field: fault.field, message: getErrorMessage(fault) },
        fields,
        (field, message) => {
          if (field === 'inviteId') setIsInviteShown(true);
          setProblems({ [field]: message });
        },
        setNotice,
      );
    }
  };

  const runAttempt = (step: typeof busy, work: () => Promise<void>) => {
    startAttempt(step);
    void work().then(
      () => endAttempt(),
      (thrown: unknown) => endAttempt(Fault.of(thrown)),
    );
  };

  const getCode = () => {
    if (!showProblems({ phone: phoneProblem() })) return;
    runAttempt('code', async () => {
      const { retryAfter } = await actions.getSms({ phone, ...invitation });
      startCountdown(retryAfter);
      // The gateway's answer is the same for a phone without an account, which gets no message.
      setSentHint((isByInvitation && !inviteId ? words.codeSentToMember : words.codeSent)({ phone }));
      codeBox.current?.focus();
    });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Enter in the first field requests the code, or moves the focus to it.
    if (!code && document.activeElement?.id === 'phone') {
      if (secondsLeft > 0) codeBox.current?.focus();
      else getCode();
      return;
    }
    if (!showProblems({ phone: phoneProblem(), code: textError(code, words.code) })) return;
    runAttempt('signIn', () => actions.signIn({ phone, code, ...invitation }));
  };

  const signInWithWallet = async (signature: WalletSignature) => {
    // The signature is stored, so that correcting the invitation code does not ask the wallet again.
    walletSignature.current = signature;
    await actions.signInByWallet({ ...signature, ...invitation }).catch((thrown: unknown) => {
      if (Fault.of(thrown).field !== 'inviteId') walletSignature.current = null;
      throw thrown;
    });
  };

  const closeWallet = (fault?: Fault) => {
    endAttempt(fault);
    requestAnimationFrame(() => walletButton.current?.focus());
  };

  const connect = () => {
    const signature = walletSignature.current;
    if (signature) return runAttempt('wallet', () => signInWithWallet(signature));
    startAttempt('wallet');
    withTranslations(import(/* webpackChunkName: "wallet" */ './wallet/WalletPanel.tsx')).then(
      ({ WalletPanel }) => setPanel(() => WalletPanel),
      (cause: unknown) => endAttempt(new Fault('NO_RESPONSE', { cause })),
    );
  };

  const invitationField = (className?: string) => (
    <TextField {...fieldProps('inviteId')} label={words.invitation} className={className} />
  );
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
          {!isByInvitation && <p className="sign-lead sign-open">{words.lead}</p>}
          {!isOpen && <p className="sign-lead sign-invited">{words.leadInvited}</p>}
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
        {sessionEnd && !notice && (
          <p className="sign-ended" role="status">
            {words[sessionEnd]}
          </p>
        )}
        {!isOpen && invitationField('sign-invited')}
        <TextField
          {...fieldProps('phone')}
          id="phone"
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          dir="ltr"
          inputMode="tel"
          autoComplete="tel"
          suffix={
            <Button
              variant="quiet"
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
          {...fieldProps('code')}
          id="code"
          ref={codeBox}
          label={words.code}
          hint={sentHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.code}
        />
        {!isByInvitation &&
          (isInviteShown ? (
            invitationField()
          ) : (
            <button
              type="button"
              className="sign-more sign-open"
              aria-expanded="false"
              onClick={() => setIsInviteShown(true)}
            >
              {words.haveInvitation}
            </button>
          ))}
        <Button type="submit" variant="primary" fullWidth busy={busy === 'signIn'}>
          {words.submit}
        </Button>
        <p className="sign-or">{words.or}</p>
        {Panel ? (
          <Panel fetchNonce={actions.walletNonce} onSignature={signInWithWallet} onEnd={closeWallet} />
        ) : (
          <Button fullWidth ref={walletButton} busy={busy === 'wallet'} onClick={connect}>
            {words.connectWallet}
          </Button>
        )}
        <p className="sign-foot">
          <Link to={paths.landing()}>{words.aboutAmber}</Link>
          {/* The gateway serves the operator's own pages there. */}
          <Link reloadDocument to={paths.privacy()}>
            {words.privacy}
          </Link>
          <Link reloadDocument className="terms-link" to={paths.terms()}>
            {words.terms}
          </Link>
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
