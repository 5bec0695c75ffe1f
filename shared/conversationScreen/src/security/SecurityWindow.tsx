// What the dialog 'Security' shows: how a chat is protected, with whom, and what can be done about it.
import { useAsk } from '@amber/client/ask';
import type { ChatSecurity } from '@amber/client/bus';
import type { ConversationRow } from '@amber/client/db';
import { api, engine, newMessageId, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { type Protection, protectionIcons } from '@amber/conversation/ProtectionMark';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Dialog } from '@amber/ui/Dialog';
import { Fold } from '@amber/ui/Fold';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Switch } from '@amber/ui/Switch';
import { type ReactNode, useState } from 'react';
import { changeSetting } from '../kit/changeSetting.ts';
import { DeviceList } from './DeviceList.tsx';
import { SafetyNumber } from './SafetyNumber.tsx';
import { words as notice } from '../words/gen/composerNotice.ts';
import { words } from '../words/gen/security.ts';
import type { Security } from './useSecurity.ts';
import styles from './Security.module.css';

export interface SecurityDialogProps {
  open: boolean;
  conversation: ConversationRow;
  /** The other of a private chat; oneself in one's own. */
  other: { identifier: string; name: string };
  me: string;
  security: Security;
  onOpenChange(open: boolean): void;
}

/** The dialog 'Security'. */
export const SecurityWindow = (props: SecurityDialogProps) => (
  <Dialog title={words.title} open={props.open} onOpenChange={props.onOpenChange}>
    {props.security ? <PrivateSecurity {...props} security={props.security} /> : <Unencrypted text={words.group} />}
  </Dialog>
);

interface StandingProps {
  state: Protection;
  title: string;
  children: ReactNode;
}

/** The chat's state, as its header shows it, and what it means. */
function Standing({ state, title, children }: StandingProps) {
  const Icon = protectionIcons[state];
  return (
    <div className={styles.standing} data-protection={state} role={state === 'mismatch' ? 'alert' : undefined}>
      <Icon />
      <div>
        <p className={styles.headline}>{title}</p>
        {children}
      </div>
    </div>
  );
}

const Unencrypted = ({ text }: { text?: string }) => (
  <Standing state="open" title={notice.off}>
    {text && <p>{text}</p>}
    <p>
      {words.way[location.protocol === 'https:' ? 'secure' : 'open']} {words.store}
    </p>
  </Standing>
);

function PrivateSecurity({ security, ...rest }: SecurityDialogProps & { security: NonNullable<Security> }) {
  const { asked, mismatch, again } = security;
  if (asked.status === 'loading') return <Skeleton look="lines" rows={5} />;
  if (asked.status === 'error')
    return <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />;
  return <Known {...rest} known={asked.answer} mismatch={mismatch} again={again} />;
}

interface KnownProps extends Omit<SecurityDialogProps, 'security'> {
  known: ChatSecurity;
  mismatch: boolean;
  again(): void;
}

const showError = (thrown: unknown) =>
  showToast('error', Fault.of(thrown).code === 'untrusted_identity' ? words.changedMeanwhile : sentenceOf(thrown));

function Known({ known, mismatch, conversation, other, me, again }: KnownProps) {
  const [busy, setBusy] = useState(false);
  const isOwn = other.identifier === me;
  const conversationId = conversation.conversionId;
  // Their names are the gateway's to show; without a network they go by their ids.
  const [mine] = useAsk(() => api.user.devices({}), []);
  const names = new Map(
    mine.status === 'ready' ? mine.answer.list.map(({ deviceId, deviceName }) => [deviceId, deviceName]) : [],
  );
  const set = conversation.userSetting?.unencrypted ?? 'unset';

  const run = async (act: () => Promise<unknown>, said: string) => {
    setBusy(true);
    try {
      await act();
      if (said) showToast('success', said);
    } catch (thrown) {
      showError(thrown);
    } finally {
      setBusy(false);
      again();
    }
  };
  const encrypt = (encrypted: boolean) =>
    void run(
      () => engine.command({ id: newMessageId(), conversationId, cmdId: 'encrypt', targets: [], body: { encrypted } }),
      '',
    );

  const accept = () => void run(() => engine.acceptKeys({ identifier: other.identifier }), words.accepted);
  const verify = () =>
    void run(() => engine.verifyPerson({ identifier: other.identifier, safetyNumber: known.number }), words.verified);
  const changed = known.state === 'changed';
  const encryptSwitch = (
    <Switch label={words.turnOn} hint={words.turnOnHint} checked={known.encrypted} onChange={encrypt} />
  );

  return (
    <>
      {known.encrypted ? (
        <Sealed state={isOwn ? 'own' : mismatch && !changed ? 'mismatch' : known.state} name={other.name} />
      ) : (
        <Unencrypted />
      )}
      {!isOwn && !known.encrypted && encryptSwitch}
      {changed && (
        <Button look="primary" busy={busy} onClick={accept}>
          {words.accept}
        </Button>
      )}
      {known.number && (
        <SafetyNumber number={known.number} name={other.name}>
          {known.state !== 'verified' && (
            <Button look={changed ? 'plain' : 'primary'} busy={busy} onClick={verify}>
              {changed ? words.verifyAgain : words.verify}
            </Button>
          )}
        </SafetyNumber>
      )}
      <div className={styles.folds}>
        <Fold title={words.devices({ count: known.devices.length })} open={changed}>
          {!isOwn && (
            <DeviceList
              title={words.theirDevices({ name: other.name })}
              devices={known.devices.filter(({ identifier }) => identifier !== me)}
            />
          )}
          <DeviceList
            title={words.myDevices}
            devices={known.devices.filter(({ identifier }) => identifier === me)}
            names={names}
          />
        </Fold>
        {!isOwn && known.encrypted && (
          <Fold title={words.settings}>
            <ChoiceList
              title={words.policy}
              value={set}
              onChange={(unencrypted) => changeSetting(conversationId, { unencrypted })}
              choices={(['unset', 'always', 'ask', 'never'] as const).map((value) => ({
                value,
                ...words.policies[value],
                ...(value === 'unset' &&
                  set === 'unset' && { hint: words.now({ label: words.policies[known.unencrypted].label }) }),
              }))}
            />
            {encryptSwitch}
          </Fold>
        )}
      </div>
    </>
  );
}

type Standings = keyof typeof words.states;

const protections: Record<Standings, Protection> = {
  own: 'sealed',
  unknown: 'sealed',
  unverified: 'sealed',
  verified: 'verified',
  changed: 'mismatch',
  mismatch: 'mismatch',
};

function Sealed({ state, name }: { state: Standings; name: string }) {
  const { title, text } = words.states[state];
  const say = (sentence: string | ((about: { name: string }) => string)) =>
    typeof sentence === 'string' ? sentence : sentence({ name });
  return (
    <Standing state={protections[state]} title={say(title)}>
      <p>{say(text)}</p>
    </Standing>
  );
}
