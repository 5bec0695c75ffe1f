// The sign-in: a phone number, then its code; or a wallet.
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
import type { CodeStepProps } from './CodeStep.tsx';
import type { CountryPickerProps } from './CountryPicker.tsx';
import type { WalletPanelProps } from './wallet/WalletPanel.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { words as strings } from '../words/gen/app.ts';
import { changeLanguage, otherLanguages } from '../kit/language.ts';
import { withTranslations } from '../kit/withTranslations.ts';
import { type Country, CountryButton, presetCountry } from './CountryButton.tsx';
import { replayPress, typedValues } from './prerenderedForm.ts';
import { useOnline } from '../kit/useOnline.ts';

/** How a session ended if the person did not sign out here; otherwise empty. */
export type SessionEnd = '' | 'ended' | 'removed' | 'deleted';

export interface SignInProps {
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

// Only people who type need what follows, so it loads then.
const loadSteps = () => withTranslations(import(/* webpackChunkName: "signInSteps" */ './signInSteps.ts'));
const loadPhoneNumbers = () => withTranslations(import(/* webpackChunkName: "phoneNumbers" */ './phoneNumbers.ts'));
type PhoneNumbers = Awaited<ReturnType<typeof loadPhoneNumbers>>;

/** The fault of requesting a code too soon or too often; an earlier one may still be valid. */
const sendingLimit = '100002';

/** The page at /login. */
export function SignIn({ sessionEnd, actions }: SignInProps) {
  const [query] = useSearchParams();
  const [values, setValues] = useState<Record<Field, string>>({ phone: '', code: '', inviteId: '' });
  const [problems, setProblems] = useState<{ [Name in Field]?: string | undefined }>({});
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState<'' | 'code' | 'signIn' | 'wallet'>('');
  const [Panel, setPanel] = useState<ComponentType<WalletPanelProps> | null>(null);
  const [CodeStep, setCodeStep] = useState<ComponentType<CodeStepProps> | null>(null);
  const [Picker, setPicker] = useState<ComponentType<CountryPickerProps> | null>(null);
  const [country, setCountry] = useState<Country | null>(null);
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  const walletSignature = useRef<WalletSignature>(null);
  /** The number that a code was requested for, in the form that the gateway got. */
  const [codePhone, setCodePhone] = useState('');
  const [isInviteShown, setIsInviteShown] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const phoneBox = useRef<HTMLInputElement>(null);
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
    setCountry(presetCountry());
    const typed = typedValues();
    setValues((now) => ({ ...now, ...typed, inviteId: linkInviteId || (typed.inviteId ?? '') }));
    if (linkInviteId) setIsInviteShown(true);
  }, [linkInviteId]);
  // In the first effect the fields are still empty.
  useEffect(() => {
    if (!isHydrated) return;
    replayPress();
    // A touch screen would open its keyboard, which covers half of the page.
    if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches) phoneBox.current?.focus();
  }, [isHydrated]);
  const isTyping = values.phone !== '';
  useEffect(() => {
    if (!isTyping) return;
    loadPhoneNumbers().then(setNumbers, () => {}); // the gateway checks every number
    loadSteps().catch(() => {}); // the press on 'Get code' loads them again
  }, [isTyping]);

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

  const openCodeStep = async (phone: string) => {
    const steps = await loadSteps().catch((cause: unknown) => {
      throw new Fault('NO_RESPONSE', { cause });
    });
    setCodePhone(phone);
    setValues((now) => ({ ...now, code: '' }));
    setCodeStep(() => steps.CodeStep);
  };

  /** Returns the number for the gateway; undefined after showing why it cannot be one. */
  const readPhone = (): string | undefined => {
    const typed = values.phone.trim();
    const problem = typed && numbers ? numbers.problemOf(typed, country) : textError(typed, words.phone, phoneForm);
    // The gateway reads a national number as one of the preset country.
    if (problem === undefined) return numbers && country?.isChosen ? numbers.toInternational(typed, country) : typed;
    setProblems({ phone: problem });
    phoneBox.current?.focus();
  };

  const requestCode = (phone: string) =>
    runAttempt('code', async () => {
      try {
        const { retryAfter } = await actions.getSms({ phone, ...invitation });
        setResendAt(Date.now() + retryAfter);
      } catch (thrown) {
        // The code that was sent before, as to a page that was reloaded, is still valid.
        if (Fault.of(thrown).code === sendingLimit) await openCodeStep(phone);
        throw thrown;
      }
      await openCodeStep(phone);
    });

  const signIn = (code: string) => {
    if (busy) return;
    const problem = textError(code, words.code);
    if (problem !== undefined) setProblems({ code: problem });
    else runAttempt('signIn', () => actions.signIn({ phone: codePhone, code, ...invitation }));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (CodeStep) return signIn(values.code);
    const phone = busy ? undefined : readPhone();
    if (phone === undefined) return;
    // The number was changed and changed back.
    if (phone === codePhone && Date.now() < resendAt) runAttempt('code', () => openCodeStep(phone));
    else requestCode(phone);
  };

  const changeNumber = () => {
    setCodeStep(null);
    setNotice('');
    setProblems({});
    requestAnimationFrame(() => phoneBox.current?.focus());
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
    loadSteps().then(
      ({ WalletPanel }) => setPanel(() => WalletPanel),
      (cause: unknown) => endAttempt(new Fault('NO_RESPONSE', { cause })),
    );
  };

  const openPicker = () =>
    loadPhoneNumbers().then(
      (loaded) => {
        setNumbers(loaded);
        setPicker(() => loaded.CountryPicker);
      },
      (cause: unknown) => endAttempt(new Fault('NO_RESPONSE', { cause })),
    );

  const closePicker = (chosen?: Country) => {
    setPicker(null);
    if (chosen) setCountry(chosen);
    requestAnimationFrame(() => phoneBox.current?.focus());
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
        {CodeStep ? (
          <CodeStep
            code={values.code}
            problem={problems.code ?? problems.phone}
            phone={codePhone}
            // The gateway's answer is the same for a phone without an account, which gets no message.
            isForMembers={isByInvitation && !inviteId}
            isResending={busy === 'code'}
            resendAt={resendAt}
            onCode={(code) => {
              setValues({ ...values, code });
              setProblems({});
            }}
            onComplete={signIn}
            onResend={() => requestCode(codePhone)}
            onChangeNumber={changeNumber}
          />
        ) : (
          <TextField
            {...fieldProps('phone')}
            ref={phoneBox}
            id="phone"
            label={words.phone}
            hint={words.phoneHint}
            type="tel"
            dir="ltr"
            inputMode="tel"
            autoComplete="tel"
            before={
              <CountryButton
                country={values.phone.trimStart().startsWith('+') ? null : country}
                onClick={() => void openPicker()}
              />
            }
          />
        )}
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
        <Button type="submit" variant="primary" fullWidth busy={CodeStep ? busy === 'signIn' : busy === 'code'}>
          {CodeStep ? words.submit : words.getCode}
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
      {Picker && <Picker chosen={country} onClose={closePicker} />}
    </main>
  );
}
