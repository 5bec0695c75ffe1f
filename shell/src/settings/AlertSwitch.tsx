// A switch of the notification and sound settings of this device.
import { Switch } from '@amber/ui/Switch';
import type { AlertSettings } from '../kit/alertSettings.ts';
import { words as settingsStrings } from '../words/gen/settings.ts';

const words = settingsStrings.notifications;

export interface AlertSettingsProps {
  settings: AlertSettings;
  change(next: Partial<AlertSettings>): void;
}

interface AlertSwitchProps extends AlertSettingsProps {
  name: 'sound' | 'badge' | 'text' | 'sealedText' | 'mentionsOnly' | 'quiet';
}

/** The texts have the names of the settings. */
export const AlertSwitch = ({ name, settings, change }: AlertSwitchProps) => (
  <Switch
    label={words[name]}
    hint={words[`${name}Hint`]}
    checked={settings[name]}
    onChange={(checked) => change({ [name]: checked })}
  />
);
