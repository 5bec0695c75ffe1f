// The microphone, camera and speaker that calls use in this browser.
import { storedJson, storeText } from '@amber/client/storage';
import { BehaviorSubject, EMPTY, fromEvent, share } from 'rxjs';

export type DeviceRole = 'microphone' | 'camera' | 'speaker';

/** Ids of the browser; empty where the browser chooses. */
export type ChosenDevices = Readonly<Record<DeviceRole, string>>;

export interface Device {
  id: string;
  /** Empty until the person has allowed the page to use one. */
  label: string;
}

const key = 'amber-call-devices';

const idOf = (stored: unknown, role: DeviceRole): string => {
  const id = (stored as Partial<Record<DeviceRole, unknown>> | null)?.[role];
  return typeof id === 'string' ? id : '';
};

const stored = storedJson(key);

export const devices$ = new BehaviorSubject<ChosenDevices>({
  microphone: idOf(stored, 'microphone'),
  camera: idOf(stored, 'camera'),
  speaker: idOf(stored, 'speaker'),
});

/** Without storage the choice lasts until the page is closed. */
export function chooseDevice(role: DeviceRole, id: string): void {
  devices$.next({ ...devices$.value, [role]: id });
  storeText(key, JSON.stringify(devices$.value));
}

/** Browsers have no `mediaDevices` on pages without https. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices as MediaDevices | undefined;

/** Devices were plugged in or out. */
export const devicesChanged$ = mediaDevices() ? fromEvent(navigator.mediaDevices, 'devicechange').pipe(share()) : EMPTY;

const roles = { audioinput: 'microphone', videoinput: 'camera', audiooutput: 'speaker' } as const;

export type DeviceList = Readonly<Record<DeviceRole, readonly Device[]>>;

/** The devices that are there. Where the browser names none yet, it has one at most, without an id. */
export async function listDevices(): Promise<DeviceList> {
  const list: Record<DeviceRole, Device[]> = { microphone: [], camera: [], speaker: [] };
  for (const { kind, deviceId, label } of (await mediaDevices()?.enumerateDevices()) ?? [])
    // 'default' and 'communications' of Chromium repeat others; the empty choice is the first of them.
    if (deviceId && deviceId !== 'default' && deviceId !== 'communications')
      list[roles[kind]].push({ id: deviceId, label });
  return list;
}

type WithSpeaker = HTMLMediaElement & { setSinkId?(id: string): Promise<void> };

/** Whether this browser lets a page choose the speaker. */
export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/** Plays through this speaker; through the browser's own choice if it is not there. */
export const setSpeaker = (audio: WithSpeaker, id: string): Promise<void> =>
  (audio.setSinkId?.(id) ?? Promise.resolve()).catch(() => audio.setSinkId?.('')).then(() => undefined);
