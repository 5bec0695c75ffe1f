// The notice that replaces the composer on a device that waits for approval: what to do, also without another device. The host confirms
// that.
import { useAction } from '@amber/client/useAction';
import type { OwnDevices } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import { formatDeviceCode } from '@amber/client/ownDevices';
import { LockIcon } from '@amber/ui/icons';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/approval.ts';
import styles from './ApprovalNotice.module.css';

/** The notice stays until the device is approved. */
export function ApprovalNotice({ devices: { code, startsOverAt } }: { devices: OwnDevices }) {
  const [, act] = useAction();
  return (
    <section className={styles.notice} aria-label={words.title}>
      <LockIcon />
      <div className={styles.words}>
        <h2 className={styles.title}>{words.title}</h2>
        <p>{words.text}</p>
        <p>
          {words.code} <span className={styles.code}>{formatDeviceCode(code)}</span>
        </p>
        {startsOverAt > 0 ? (
          <p>{words.startsOver({ when: formatDate(startsOverAt, 'dateAndTime') })}</p>
        ) : (
          <button type="button" onClick={() => void act(() => engine.startOver({}))}>
            {words.noOther}
          </button>
        )}
      </div>
    </section>
  );
}
