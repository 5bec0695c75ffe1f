// The security of a chat: how it is protected, the devices involved, and the settings.
import { useQuery } from '@amber/client/useQuery';
import type { ChatSecurity } from '@amber/client/bus';
import type { ConversationRow } from '@amber/client/rows';
import { api, engine, newMessageId, showToast } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { type Protection, protectionIcons } from '@amber/conversation/ProtectionMark';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { Dialog } from '@amber/ui/Dialog';
import { Collapsible } from '@amber/ui/Collapsible';
import { Switch } from '@amber/ui/Switch';
import { type ReactNode, useState } from 'react';
import { changeSetting } from '../kit/changeSetting.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { chatProtectionOf } from './chatProtectionOf.ts';
import { DeviceList } from './DeviceList.tsx';
import { SafetyNumber } from './SafetyNumber.tsx';
import { words as notice } from '../words/gen/composerNotice.ts';
import { words } from '../words/gen/security.ts';
import type { Security } from './useSecurity.ts';
import styles from './Security.module.css';

interface SecurityDialogProps {
  open: boolean;
  conversation: ConversationRow;
  /** The other person of a private chat; the user in the chat with themselves. */
  other: { identifier: string; name: string };
  me: string;
  security: Security;
  onOpenChange(open: boolean): void;
}

/** The dialog 'Security'. */
export const SecurityDialog = (props: SecurityDialogProps) => (
  <Dialog title={words.title} open={props.open} onOpenChange={props.onOpenChange}>
    {props.security ? (
      <PrivateSecurity {...props} security={props.security} />
    ) : (
      <UnencryptedSummary text={words.group} />
    )}
  </Dialog>
);

interface SecuritySummaryProps {
  state: Protection;
  title: string;
  children: ReactNode;
}

/** The protection state of the chat, as in its header, with an explanation. */
function SecuritySummary({ state, title, children }: SecuritySummaryProps) {
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

const UnencryptedSummary = ({ text }: { text?: string }) => (
  <SecuritySummary state="open" title={notice.off}>
    {text && <p>{text}</p>}
    <p>
      {words.way[location.protocol === 'https:' ? 'secure' : 'open']} {words.store}
    </p>
  </SecuritySummary>
);

function PrivateSecurity({ security, ...rest }: SecurityDialogProps & { security: NonNullable<Security> }) {
  const { request, refresh, ...findings } = security;
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refresh} variant="lines" rows={5} />;
  return <SecurityDetails {...rest} {...findings} info={request.answer} refresh={refresh} />;
}

interface SecurityDetailsProps extends Omit<SecurityDialogProps, 'security'> {
  info: ChatSecurity;
  mismatch: boolean;
  plain: boolean;
  refresh(): void;
}

function showError(thrown: unknown): void {
  const { code } = Fault.of(thrown);
  if (code === 'CANCELLED') return; // in the host's dialog
  showToast('error', code === 'untrusted_identity' ? words.changedMeanwhile : getErrorMessage(thrown));
}

function SecurityDetails({ info, mismatch, plain, conversation, other, me, refresh }: SecurityDetailsProps) {
  const [busy, setBusy] = useState(false);
  const isOwn = other.identifier === me;
  const conversationId = conversation.conversionId;
  // Device names come from the gateway; without a network, devices are listed by their ids.
  const [mine] = useQuery(() => api.user.devices({}), []);
  const names = new Map(
    mine.status === 'ready' ? mine.answer.list.map(({ deviceId, deviceName }) => [deviceId, deviceName]) : [],
  );
  const policy = conversation.userSetting?.unencrypted ?? 'unset';

  const run = async (act: () => Promise<unknown>, successMessage: string) => {
    setBusy(true);
    try {
      await act();
      if (successMessage) showToast('success', successMessage);
    } catch (thrown) {
      showError(thrown);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const setEncrypted = (encrypted: boolean) =>
    void run(
      () => engine.command({ id: newMessageId(), conversationId, cmdId: 'encrypt', targets: [], body: { encrypted } }),
      '',
    );

  const accept = () => void run(() => engine.acceptKeys({ identifier: other.identifier }), words.accepted);
  const verify = () =>
    void run(() => engine.verifyPerson({ identifier: other.identifier, safetyNumber: info.number }), words.verified);
  const changed = info.state === 'changed';
  const protection = chatProtectionOf({ encrypted: info.encrypted, keys: info.state, mismatch, plain });
  const encryptSwitch = (
    <Switch label={words.turnOn} hint={words.turnOnHint} checked={info.encrypted} onChange={setEncrypted} />
  );

  return (
    <>
      {protection === 'open' ? (
        <UnencryptedSummary text={info.encrypted ? words.noKeys({ name: other.name }) : ''} />
      ) : (
        <EncryptedSummary state={isOwn ? 'own' : mismatch && !changed ? 'mismatch' : info.state} name={other.name} />
      )}
      {!isOwn && !info.encrypted && encryptSwitch}
      {changed && (
        <Button variant="primary" busy={busy} onClick={accept}>
          {words.accept}
        </Button>
      )}
      {info.number && (
        <SafetyNumber number={info.number} name={other.name}>
          {info.state !== 'verified' && (
            <Button variant={changed ? 'plain' : 'primary'} busy={busy} onClick={verify}>
              {changed ? words.verifyAgain : words.verify}
            </Button>
          )}
        </SafetyNumber>
      )}
      <div className={styles.folds}>
        <Collapsible title={words.devices({ count: info.devices.length })} open={changed}>
          {!isOwn && (
            <DeviceList
              title={words.theirDevices({ name: other.name })}
              devices={info.devices.filter(({ identifier }) => identifier !== me)}
            />
          )}
          <DeviceList
            title={words.myDevices}
            devices={info.devices.filter(({ identifier }) => identifier === me)}
            names={names}
          />
        </Collapsible>
        {!isOwn && info.encrypted && (
          <Collapsible title={words.settings}>
            <ChoiceList
              title={words.policy}
              value={policy}
              onChange={(unencrypted) => changeSetting(conversationId, { unencrypted })}
              choices={(['unset', 'always', 'ask', 'never'] as const).map((value) => ({
                value,
                ...words.policies[value],
                ...(value === 'unset' &&
                  policy === 'unset' && { hint: words.now({ label: words.policies[info.unencrypted].label }) }),
              }))}
            />
            {encryptSwitch}
          </Collapsible>
        )}
      </div>
    </>
  );
}

type SecurityState = keyof typeof words.states;

const protections: Record<SecurityState, Protection> = {
  own: 'sealed',
  unknown: 'sealed',
  unverified: 'sealed',
  verified: 'verified',
  changed: 'mismatch',
  mismatch: 'mismatch',
};

function EncryptedSummary({ state, name }: { state: SecurityState; name: string }) {
  const { title, text } = words.states[state];
  const formatSentence = (sentence: string | ((about: { name: string }) => string)) =>
    typeof sentence === 'string' ? sentence : sentence({ name });
  return (
    <SecuritySummary state={protections[state]} title={formatSentence(title)}>
      <p>{formatSentence(text)}</p>
    </SecuritySummary>
  );
}
