// Asks which approved device to replace when the account has the maximum number of them.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, engine } from '@amber/client/hostEngine';
import { useSession } from '@amber/client/session';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { formatDate } from '@amber/words/formats';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/newDevice.ts';
import styles from './DevicesSettings.module.css';
import { deviceNameOf } from './deviceNameOf.ts';

interface ReplaceDeviceProps {
  open: boolean;
  /** The name of the new device. */
  name: string;
  onClose(): void;
  /** The replaced device is signed out. */
  onReplaced(): Promise<void>;
}

export const ReplaceDevice = ({ open, name, onClose, onReplaced }: ReplaceDeviceProps) => (
  <Dialog title={words.fullTitle} open={open} onOpenChange={(next) => !next && onClose()}>
    <p>{words.fullText({ name })}</p>
    {open && <Choices onClose={onClose} onReplaced={onReplaced} />}
  </Dialog>
);

function Choices({ onClose, onReplaced }: Pick<ReplaceDeviceProps, 'onClose' | 'onReplaced'>) {
  const here = useSession()?.deviceId;
  const [request, retry] = useQuery(() => api.user.devices({}), []);
  const [busy, act] = useAction();
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={retry} rows={4} />;
  const replace = (deviceId: string) =>
    act(async () => {
      await engine.signOutDevice({ deviceId });
      await onReplaced();
      onClose();
    });
  return (
    <ul className={styles.devices}>
      {request.answer.list
        .filter(({ approved, deviceId }) => approved && deviceId !== here)
        .map((device) => (
          <li key={device.deviceId} className={styles.device}>
            <span className={styles.words}>
              <span className={styles.name}>{deviceNameOf(device)}</span>
              <span className={styles.quiet}>
                {words.lastSeen({ when: formatDate(device.lastSeen, 'dateAndTime') })}
              </span>
            </span>
            <Button busy={busy} onClick={() => void replace(device.deviceId)}>
              {words.replace}
            </Button>
          </li>
        ))}
    </ul>
  );
}
