// Own devices that need a decision; the notice remains until each is approved or signed out.
import { useAction } from '@amber/client/useAction';
import type { OwnDevice, OwnDevices } from '@amber/client/bus';
import { engine as askHost } from '@amber/client/engine';
import { engine, showToast } from '@amber/client/hostEngine';
import { formatDeviceCode } from '@amber/client/ownDevices';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { Button } from '@amber/ui/Button';
import { AlertIcon } from '@amber/ui/icons';
import { formatDate } from '@amber/words/formats';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ReplaceDevice } from './ReplaceDevice.tsx';
import { deviceNameOf } from './deviceNameOf.ts';
import { words } from '../words/gen/newDevice.ts';
import styles from '../kit/HostNotice.module.css';

/** Renders nothing while every device is known. */
export const DevicesNotice = ({ devices }: { devices: OwnDevices }) => (
  <>
    {devices.standing === 'waiting' && <WaitingHere devices={devices} />}
    {devices.waiting.map((device) => (
      <NewDevice key={device.deviceId} device={device} />
    ))}
    {devices.unseen.length > 0 && <Unseen devices={devices.unseen} />}
  </>
);

/** On a device that waits for approval: what to do, also without another device. The host confirms that. */
function WaitingHere({ devices: { code, startsOverAt } }: { devices: OwnDevices }) {
  const [isHidden, setIsHidden] = useState(false);
  const [busy, act] = useAction();
  if (isHidden) return null;
  return (
    <section className={styles.notice} aria-label={words.waitsTitle}>
      <AlertIcon />
      <div className={styles.words}>
        <h2 className={styles.title}>{words.waitsTitle}</h2>
        <p>{words.waitsText}</p>
        <p>
          {words.waitsCode} <span className={styles.code}>{formatDeviceCode(code)}</span>
        </p>
        {startsOverAt > 0 && <p>{words.waitsUntil({ when: formatDate(startsOverAt, 'dateAndTime') })}</p>}
      </div>
      <div className={styles.actions}>
        {startsOverAt === 0 && (
          <Button variant="quiet" busy={busy} onClick={() => void act(() => askHost.startOver({}))}>
            {words.noOther}
          </Button>
        )}
        <Button onClick={() => setIsHidden(true)}>{words.later}</Button>
      </div>
    </section>
  );
}

function NewDevice({ device }: { device: OwnDevice }) {
  const [busy, setBusy] = useState<'' | 'approve' | 'refuse'>('');
  const [isFull, setIsFull] = useState(false);
  const { deviceId, code, created, address, startsOverAt } = device;
  const name = deviceNameOf(device);
  const when = formatDate(created, 'dateAndTime');
  const run = async (what: 'approve' | 'refuse', work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (thrown) {
      const fault = Fault.of(thrown);
      if (fault.code === 'DEVICES_FULL') setIsFull(true);
      else showToast('error', getErrorMessage(fault));
    } finally {
      setBusy('');
    }
  };
  const approve = () => run('approve', () => engine.approveDevice({ deviceId, code }));
  return (
    <section className={styles.notice} aria-label={words.title({ name })}>
      <AlertIcon />
      <div className={styles.words}>
        <h2 className={styles.title}>{words.title({ name })}</h2>
        <p>{address ? words.signedInFrom({ when, address }) : words.signedIn({ when })}</p>
        <p>
          {words.compare} <span className={styles.code}>{formatDeviceCode(code)}</span>
        </p>
        {startsOverAt > 0 && <p>{words.startsOver({ when: formatDate(startsOverAt, 'dateAndTime') })}</p>}
      </div>
      <div className={styles.actions}>
        <Button busy={busy === 'refuse'} onClick={() => void run('refuse', () => engine.signOutDevice({ deviceId }))}>
          {words.notMe}
        </Button>
        <Button variant="primary" busy={busy === 'approve'} onClick={() => void approve()}>
          {words.approve}
        </Button>
      </div>
      <ReplaceDevice open={isFull} name={name} onClose={() => setIsFull(false)} onReplaced={approve} />
    </section>
  );
}

function Unseen({ devices }: { devices: readonly OwnDevice[] }) {
  const [busy, act] = useAction();
  return (
    <section className={styles.notice} aria-label={words.unseen}>
      <AlertIcon />
      <div className={styles.words}>
        <h2 className={styles.title}>{words.unseen}</h2>
        <ul className={styles.list}>
          {devices.map((device) => (
            <li key={device.deviceId}>
              {words.seen({ name: deviceNameOf(device), when: formatDate(device.lastSeen, 'dateAndTime') })}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Link className={styles.link} to={paths.settings({ section: 'devices' })}>
          {words.look}
        </Link>
        <Button variant="primary" busy={busy} onClick={() => void act(() => engine.confirmDevices({}))}>
          {words.allMine}
        </Button>
      </div>
    </section>
  );
}
