// Explains in the settings that this device must be approved before it can change anything there.
import { useOwnDevices } from '@amber/client/ownDevices';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/devices.ts';
import styles from './DevicesSettings.module.css';

/** Whether this device waits for approval; the gateway refuses its changes to the account. */
export const useWaitsForApproval = (): boolean => useOwnDevices()?.standing === 'waiting';

/** A card above or instead of the settings that this device may not change yet. */
export const NeedsApproval = () => (
  <SettingsCard title={words.approveFirst}>
    <p className={styles.lead}>{words.approveFirstHint}</p>
  </SettingsCard>
);
