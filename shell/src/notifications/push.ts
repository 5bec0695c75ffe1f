// Push notifications of this device: the browser's permission, and the subscription that works while the app is closed.
import { api } from '@amber/client/hostEngine';
import { session$ } from '@amber/client/session';
import { storedText, storeText } from '@amber/client/storage';
import { BehaviorSubject } from 'rxjs';
import { alertSettings, changeAlertSettings } from '../kit/alertSettings.ts';
import { words } from '../words/gen/settings.ts';
import { registration } from './worker.ts';

export type PushState =
  | 'unsupported'
  /** On iPhone and iPad, the app must be on the home screen first. */
  | 'install'
  | 'blocked'
  | 'off'
  | 'on'
  /** Allowed, but the browser's push service has no subscription: notifications appear only while the app is open. */
  | 'onlyOpen';

/**
 * The storage key of the last subscription request's fingerprint. It is sent again only when it has changed, or on the next
 * day; without storage each time.
 */
const fingerprintKey = 'amber-push';

const isAppleMobile = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);

function permissionState(): PushState {
  if (!('Notification' in globalThis) || !navigator.serviceWorker) return isAppleMobile() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return alertSettings().notify && Notification.permission === 'granted' ? 'onlyOpen' : 'off';
}

/** Null until the state is known. */
export const pushState$ = new BehaviorSubject<PushState | null>(null);

/** Whether notifications may be shown now. */
export const mayShowNotifications = (): boolean => permissionState() === 'onlyOpen';

/** Whether the app may ask: the person has neither allowed nor blocked notifications yet. */
export const canOfferPush = (): boolean => permissionState() === 'off' && Notification.permission === 'default';

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const toText = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

/**
 * Returns the browser's subscription for this gateway; one with another key is replaced. Null if the browser provides
 * none.
 */
async function subscription(): Promise<PushSubscription | null> {
  const worker = await registration();
  if (!worker?.pushManager) return null;
  const { publicKey } = await api.push.key({});
  const known = await worker.pushManager.getSubscription();
  if (known && toText(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(publicKey) })
    .catch(() => null);
}

async function syncSubscription(): Promise<PushState> {
  const state = permissionState();
  if (state !== 'onlyOpen' || !session$.value) return state;
  const found = await subscription();
  if (!found) return state;
  const { text, mentionsOnly, quiet, quietFrom, quietTo } = alertSettings();
  const request = {
    endpoint: found.endpoint,
    p256dh: toText(found.getKey('p256dh')),
    auth: toText(found.getKey('auth')),
    choices: {
      showText: text,
      mentionsOnly,
      quiet,
      quietFrom,
      quietTo,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      newMessage: words.notifications.newMessage,
      won: words.notifications.won,
      ready: words.notifications.ready,
      deleting: words.notifications.deleting,
      waiting: words.notifications.waiting,
      calling: words.notifications.calling,
      missedCall: words.notifications.missedCall,
    },
  };
  const { identifier, deviceId } = session$.value;
  const fingerprint = JSON.stringify([identifier, deviceId, new Date().toDateString(), request]);
  if (storedText(fingerprintKey) !== fingerprint) {
    await api.push.subscribe(request);
    storeText(fingerprintKey, fingerprint);
  }
  return 'on';
}

let queue: Promise<void> = Promise.resolve();

/** Updates the subscription to match the settings. Offline it does not change. */
export function refreshPush(): Promise<void> {
  queue = queue.then(async () => {
    pushState$.next(
      await syncSubscription().catch(() => (storedText(fingerprintKey) === null ? permissionState() : 'on')),
    );
  });
  return queue;
}

/** Requests the browser's permission, which must follow a press; the browser asks the person once. */
export async function enablePush(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') changeAlertSettings({ notify: true });
  await refreshPush();
}

async function unsubscribe(): Promise<void> {
  storeText(fingerprintKey, null);
  await (await (await registration())?.pushManager?.getSubscription())?.unsubscribe();
}

/** Disables notifications on this device only. */
export async function disablePush(): Promise<void> {
  changeAlertSettings({ notify: false });
  await Promise.allSettled([api.push.unsubscribe({}), unsubscribe()]);
  await refreshPush();
}

/** Unsubscribes after the session has ended; the gateway has already deleted its subscription. */
export const endPush = (): Promise<void> => unsubscribe().catch(() => {});

/**
 * Shows a test notification the way a message would arrive: through the gateway if possible. Resolves to false if it
 * was not delivered.
 */
export async function sendTest(): Promise<boolean> {
  const text = words.notifications.testText;
  if (pushState$.value === 'on') {
    if ((await api.push.test({ text })).accepted) return true;
    storeText(fingerprintKey, null);
    await refreshPush();
    return (await api.push.test({ text })).accepted;
  }
  const worker = await registration();
  await worker?.showNotification('Amber', { body: text, tag: 'test', data: { path: '/settings/notifications' } });
  return worker !== undefined;
}
