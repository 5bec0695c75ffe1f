// The notification and sound settings of this device, and the muted chats.
import { conversationName } from '@amber/client/conversationName';
import { useAction } from '@amber/client/useAction';
import { otherPerson } from '@amber/client/db';
import { engine } from '@amber/client/hostEngine';
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { personName } from '@amber/ui/personName';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { alertSettings, changeAlertSettings } from '../kit/alertSettings.ts';
import { AlertSwitch } from './AlertSwitch.tsx';
import { PushSettings } from './PushSettings.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.notifications;

/** The section 'notifications'. */
export function NotificationSettings() {
  const [settings, setSettings] = useState(alertSettings);
  const change = (next: Partial<typeof settings>) => setSettings(changeAlertSettings(next));
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <PushSettings settings={settings} change={change} reread={() => setSettings(alertSettings())} />
      <SettingsCard title={words.device}>
        <AlertSwitch name="sound" settings={settings} change={change} />
        <AlertSwitch name="badge" settings={settings} change={change} />
      </SettingsCard>
      <SettingsCard title={words.muted}>
        <MutedChats />
      </SettingsCard>
    </>
  );
}

function MutedChats() {
  const me = useSession()?.identifier ?? '';
  const [busy, act] = useAction();
  const live = useLive(
    (db) =>
      db.conversations
        .filter(({ userSetting, status }) => status === 'normal' && userSetting?.noDisturb === true)
        .toArray(),
    [],
  );
  if (live.status !== 'ready') return <Skeleton rows={2} />;
  if (live.rows.length === 0) return <p className={styles.lead}>{`${words.noneMuted}. ${words.noneMutedHint}`}</p>;
  return (
    <ul className={styles.rows}>
      {live.rows.map((chat) => {
        const other = chat.type === 'private' ? otherPerson(chat, me) : undefined;
        const name = personName(conversationName(chat, me)) || words.unnamed;
        const unmute = () =>
          act(() =>
            engine.changeSetting({
              conversationId: chat.conversionId,
              setting: { noDisturb: false, mutedUntil: 0 },
            }),
          );
        return (
          <li key={chat.conversionId}>
            <Avatar
              identifier={other?.identifier ?? chat.conversionId}
              name={name}
              src={other?.avatar || chat.avatar}
              size={40}
            />
            <span className={styles.rowName}>{name}</span>
            <Button busy={busy} aria-label={words.unmuteNamed({ name })} onClick={() => void unmute()}>
              {words.unmute}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
