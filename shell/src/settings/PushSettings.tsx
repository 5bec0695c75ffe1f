// Push notification settings of this device: which messages notify, when, and how much text they show.
import { useAction } from '@amber/client/useAction';
import { showToast } from '@amber/client/hostEngine';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { Button } from '@amber/ui/Button';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { useEffect } from 'react';
import { type PushState, pushState$, refreshPush, sendTest, disablePush, enablePush } from '../notifications/push.ts';
import { words as settingsStrings } from '../words/gen/settings.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { AlertSwitch, type AlertSettingsProps } from './AlertSwitch.tsx';
import styles from './sections.module.css';

const words = settingsStrings.notifications;

const hints = (): Record<PushState, string> => ({
  unsupported: words.hintUnsupported,
  install: words.hintInstall,
  blocked: words.hintBlocked,
  off: words.hintOff,
  on: words.hintOn,
  onlyOpen: words.hintOnlyOpen,
});

const toTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns undefined while the field is empty. */
function toMinute(time: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

interface PushSettingsProps extends AlertSettingsProps {
  /** Reads the settings again. */
  reread(): void;
}

/** Two cards; the second one while notifications are on. */
export function PushSettings({ settings, change, reread }: PushSettingsProps) {
  const state = useBehaviorSubject(pushState$);
  const [busy, act] = useAction();
  useEffect(() => {
    void refreshPush();
  }, []);
  if (state === null) return null;
  const isOn = state === 'on' || state === 'onlyOpen';
  const toggle = (on: boolean) =>
    void act(async () => {
      await (on ? enablePush() : disablePush());
      reread();
    });
  const test = () =>
    void act(async () => {
      if (!(await sendTest())) showToast('error', words.testFailed);
    });
  return (
    <>
      <SettingsCard title={words.notifyTitle}>
        <Switch
          label={words.notify}
          hint={hints()[state]}
          checked={isOn}
          disabled={busy || state === 'unsupported' || state === 'install' || state === 'blocked'}
          onChange={toggle}
        />
        {isOn && (
          <>
            <AlertSwitch name="text" settings={settings} change={change} />
            <AlertSwitch name="sealedText" settings={settings} change={change} />
            <div className={styles.actions}>
              <Button busy={busy} onClick={test}>
                {words.test}
              </Button>
            </div>
          </>
        )}
      </SettingsCard>
      <SettingsCard title={words.when}>
        <AlertSwitch name="mentionsOnly" settings={settings} change={change} />
        <AlertSwitch name="quiet" settings={settings} change={change} />
        {settings.quiet && (
          <div className={styles.hours}>
            {(['quietFrom', 'quietTo'] as const).map((name) => (
              <TextField
                key={name}
                type="time"
                dir="ltr"
                label={words[name]}
                defaultValue={toTime(settings[name])}
                onChange={(event) => {
                  const minute = toMinute(event.target.value);
                  if (minute !== undefined) change({ [name]: minute });
                }}
              />
            ))}
          </div>
        )}
      </SettingsCard>
    </>
  );
}
