// The devices that are signed in to the account, and the way to sign one of them out.
import { useAsk } from '@amber/client/ask';
import { api, showToast } from '@amber/client/engine';
import { useSession } from '@amber/client/session';
import type { DevicesReply_Entry } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { deviceStrings as words } from './deviceStrings.ts';
import { SettingsCard } from './SettingsCard.tsx';
import styles from './DevicesSettings.module.css';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const nameOf = ({ deviceName }: DevicesReply_Entry): string => deviceName || words.unnamed;

/** The section 'devices'. */
export function DevicesSettings() {
  const here = useSession()?.deviceId;
  const [asked, again] = useAsk(() => api.user.devices({}), []);
  const [leaving, setLeaving] = useState<DevicesReply_Entry | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (asked.status === 'error') return <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={again} />;
  if (asked.status === 'loading') return <Skeleton rows={3} />;

  // This one first, then the last seen.
  const devices = asked.answer.list.toSorted((one, other) => Number(other.deviceId === here) - Number(one.deviceId === here));
  const signOut = async (device: DevicesReply_Entry) => {
    setBusy(true);
    try {
      await api.user.signOutDevice({ deviceId: device.deviceId });
      showToast('success', words.signedOut(nameOf(device)));
      setOpen(false);
    } catch (thrown) {
      showToast('error', Fault.of(thrown).message);
    } finally {
      setBusy(false);
      again();
    }
  };
  return (
    <SettingsCard title={words.title}>
      <p className={styles.quiet}>{devices.length === 1 ? words.only : words.hint}</p>
      <ul className={styles.devices} aria-label={words.title}>
        {devices.map((device) => (
          <li key={device.deviceId} className={styles.device}>
            <span className={styles.words}>
              <span className={styles.name}>{nameOf(device)}</span>
              <span className={styles.quiet}>{device.deviceId === here ? words.since(day.format(device.created)) : words.seen(moment.format(device.lastSeen))}</span>
            </span>
            {device.deviceId === here
              ? <span className={styles.here}>{words.thisDevice}</span>
              : (
                <Button
                  aria-label={words.signOutOf(nameOf(device))}
                  onClick={() => {
                    setLeaving(device);
                    setOpen(true);
                  }}
                >
                  {words.signOut}
                </Button>
              )}
          </li>
        ))}
      </ul>
      {leaving && (
        <Dialog
          title={words.confirmTitle(nameOf(leaving))} open={open} onOpenChange={setOpen}
          actions={
            <>
              <Button look="quiet" onClick={() => setOpen(false)}>{words.cancel}</Button>
              <Button look="danger" busy={busy} onClick={() => void signOut(leaving)}>{words.signOut}</Button>
            </>
          }
        >
          <p>{words.confirmText}</p>
        </Dialog>
      )}
    </SettingsCard>
  );
}
