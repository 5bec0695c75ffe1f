// The devices that a chat's messages are encrypted for.
import type { SecurityDevice } from '@amber/client/bus';
import { cx } from '@amber/ui/cx';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/security.ts';
import styles from './Security.module.css';

interface DeviceListProps {
  title: string;
  devices: readonly SecurityDevice[];
  /** Names by device, where they are known. */
  names?: ReadonlyMap<string, string>;
}

/** Translates the name of a device, which is in English, such as 'Chrome on Linux'. */
function localizeDeviceName(name: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(name) ?? [];
  return browser && system ? words.browserOn({ browser, system }) : name;
}

/** One line per device: its name, since when it is known, and its trust state. */
export const DeviceList = ({ title, devices, names }: DeviceListProps) => (
  <section className={styles.section} aria-label={title}>
    <h3 className={styles.subtitle}>{title}</h3>
    {devices.length === 0 ? (
      <p className={styles.quiet}>{words.noDevices}</p>
    ) : (
      <ul className={styles.devices}>
        {devices.map(({ deviceId, state, since }) => (
          <li key={deviceId} className={styles.device}>
            <span>
              <span className={styles.deviceName} title={deviceId}>
                {localizeDeviceName(names?.get(deviceId) ?? '') || words.device({ id: deviceId.slice(0, 8) })}
              </span>
              {since > 0 && <span className={styles.quiet}>{words.since({ date: formatDate(since, 'date') })}</span>}
            </span>
            <span className={cx(styles.chip, styles[state])}>{words.deviceStates[state]}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
