// Returns a device's name in the page's language: a device names itself in English, such as 'Chrome on Linux'.
import { words } from '../words/gen/devices.ts';

export function deviceNameOf({ deviceName }: { deviceName: string }): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(deviceName) ?? [];
  return browser && system ? words.browserOn({ browser, system }) : deviceName || words.unnamed;
}
