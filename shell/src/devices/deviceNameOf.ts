// Returns a device's name: its owner's, or its own in the page's language. A device names itself in English, such as
// 'Chrome on Linux'.
import { words } from '../words/gen/devices.ts';

interface NamedDevice {
  deviceName: string;
  /** By its owner. */
  givenName?: string;
}

export function deviceNameOf({ deviceName, givenName }: NamedDevice): string {
  if (givenName) return givenName;
  const [, browser, system] = /^(.+) on (.+)$/.exec(deviceName) ?? [];
  return browser && system ? words.browserOn({ browser, system }) : deviceName || words.unnamed;
}
