// The devices signed in to the account, each with a button to sign it out.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, engine, showToast } from '@amber/client/hostEngine';
import { useOwnDevices } from '@amber/client/ownDevices';
import { useSession } from '@amber/client/session';
import type { DevicesReply_Entry } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { EditIcon } from '@amber/ui/messageIcons';
import { IconButton } from '@amber/ui/IconButton';
import { PromptDialog } from '@amber/ui/PromptDialog';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/devices.ts';
import { deviceNameOf } from './deviceNameOf.ts';
import { NeedsApproval, useWaitsForApproval } from './NeedsApproval.tsx';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from './DevicesSettings.module.css';

const idleDays = Math.round(limits.deviceIdleFor / 86_400_000);

/** The section 'devices'. */
export function DevicesSettings() {
  const session = useSession();
  const here = session?.deviceId;
  const own = useOwnDevices();
  // The list is fetched again when a device was approved or refused.
  const [request, refetch] = useQuery(() => api.user.devices({}), [own]);
  const [leaving, setLeaving] = useState<DevicesReply_Entry | null>(null);
  const [open, setOpen] = useState(false);
  const [renaming, setRenaming] = useState<DevicesReply_Entry | null>(null);
  const [busy, act] = useAction();
  const waits = useWaitsForApproval();
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={3} />;

  // This device first, then by last seen.
  const devices = request.answer.list.toSorted(
    (one, other) => Number(other.deviceId === here) - Number(one.deviceId === here),
  );
  const signOut = async (device: DevicesReply_Entry) => {
    const done = await act(async () => {
      await engine.signOutDevice({ deviceId: device.deviceId });
      showToast('success', words.signedOut({ name: deviceNameOf(device) }));
    });
    refetch();
    return done;
  };
  const rename = async ({ deviceId, ...device }: DevicesReply_Entry, name: string) => {
    // Its own name stays its own, and follows the page's language.
    const ownName = deviceNameOf({ ...device, givenName: '' });
    const done = await act(() => api.user.renameDevice({ deviceId, name: name === ownName ? '' : name }));
    if (done) refetch();
    return done;
  };
  return (
    <>
      {waits && <NeedsApproval />}
      <SettingsCard title={words.title}>
        <p className={styles.quiet}>{devices.length === 1 ? words.only : words.hint({ days: idleDays })}</p>
        <ul className={styles.devices} aria-label={words.title}>
          {devices.map((device) => (
            <li key={device.deviceId} className={styles.device}>
              <span className={styles.words}>
                <span className={styles.name}>{deviceNameOf(device)}</span>
                {!device.approved && <span className={styles.quiet}>{words.unapproved}</span>}
                <span className={styles.quiet}>
                  {device.deviceId === here
                    ? words.since({ day: formatDate(device.created, 'date') })
                    : words.seen({ when: formatDate(device.lastSeen, 'dateAndTime') })}
                </span>
              </span>
              {!waits && (
                <IconButton
                  label={words.renameOf({ name: deviceNameOf(device) })}
                  Icon={EditIcon}
                  onClick={() => setRenaming(device)}
                />
              )}
              {device.deviceId === here ? (
                <span className={styles.here}>{words.thisDevice}</span>
              ) : (
                !waits && (
                  <Button
                    aria-label={words.signOutOf({ name: deviceNameOf(device) })}
                    onClick={() => {
                      setLeaving(device);
                      setOpen(true);
                    }}
                  >
                    {words.signOut}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
        <Switch
          label={words.keepData}
          hint={words.keepDataHint}
          checked={session?.keepsData === true}
          onChange={(keep) => void act(() => engine.keepData({ keep }))}
        />
        {renaming && (
          <PromptDialog
            title={words.rename}
            label={words.name}
            hint={words.nameHint}
            value={deviceNameOf(renaming)}
            maxLength={limits.nameMax}
            action={words.save}
            busy={busy}
            onClose={() => setRenaming(null)}
            onSubmit={(name) => rename(renaming, name.trim())}
          />
        )}
        {leaving && (
          <Confirm
            title={words.confirmTitle({ name: deviceNameOf(leaving) })}
            text={words.confirmText}
            action={words.signOut}
            open={open}
            onCancel={() => setOpen(false)}
            onConfirm={() => signOut(leaving)}
          />
        )}
      </SettingsCard>
    </>
  );
}
