// Says in the settings that this device has to be approved before it can change anything there.
import { useOwnDevices } from '@amber/client/ownDevices';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words } from '../words/gen/devices.ts';
import styles from './DevicesSettings.module.css';

/** Whether this device waits for approval: the gateway refuses what changes the account. */
export const useWaitsForApproval = (): boolean => useOwnDevices()?.standing === 'waiting';

/** A card in place of what this device may not do yet, or above it. */
export const NeedsApproval = () => (
  <SettingsCard title={words.approveFirst}>
    <p className={styles.lead}>{words.approveFirstHint}</p>
  </SettingsCard>
);
