// Sound, badge and notification settings of this device.
import type { ConversationRow } from '@amber/client/db';
import { storedJson, storeText } from '@amber/client/storage';

export interface AlertSettings {
  sound: boolean;
  /** The count in the title, the tab's icon and the app's icon. */
  badge: boolean;
  /** The person has turned notifications on here; the browser may still block them. */
  notify: boolean;
  /** Notifications show the text of plain messages; `sealedText`: of encrypted ones, while the app is open. */
  text: boolean;
  sealedText: boolean;
  /** In groups and rooms, only messages that mention this person notify. */
  mentionsOnly: boolean;
  quiet: boolean;
  /** Minutes after midnight. */
  quietFrom: number;
  quietTo: number;
}

const defaults: AlertSettings = {
  sound: true,
  badge: true,
  notify: false,
  text: true,
  sealedText: false,
  mentionsOnly: false,
  quiet: false,
  quietFrom: 22 * 60,
  quietTo: 7 * 60,
};

const key = 'amber-attention';

/** Returns the stored settings; a value of the wrong type is replaced by its default. */
export function alertSettings(): AlertSettings {
  const stored = (storedJson(key) ?? {}) as Record<string, unknown>;
  const isValid = (name: string, value: unknown) => typeof stored[name] === typeof value;
  return {
    ...defaults,
    ...Object.fromEntries(
      Object.entries(defaults).flatMap(([name, value]) => (isValid(name, value) ? [[name, stored[name]]] : [])),
    ),
  };
}

function isQuietNow({ quiet, quietFrom, quietTo }: AlertSettings): boolean {
  const now = new Date();
  const minute = now.getHours() * 60 + now.getMinutes();
  if (!quiet) return false;
  return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
}

/**
 * Whether a message may notify: false in a muted chat, in quiet hours, and without a mention where only mentions
 * notify.
 */
export function mayNotify(
  { type, userSetting }: Pick<ConversationRow, 'type' | 'userSetting'>,
  isMention: boolean,
  device: AlertSettings = alertSettings(),
): boolean {
  if (userSetting?.noDisturb === true || isQuietNow(device)) return false;
  const onlyMentions = type === 'group' && (device.mentionsOnly || userSetting?.mentionsOnly === true);
  return !onlyMentions || isMention;
}

const listeners = new Set<() => void>();

/** Calls `changed` on changes in this or another tab. Returns a function that stops it. */
export function watchAlertSettings(changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === key && changed();
  listeners.add(changed);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', onStorage);
  };
}

/** Stores the change and returns the new settings. */
export function changeAlertSettings(change: Partial<AlertSettings>): AlertSettings {
  // Without storage, settings cannot be changed.
  storeText(key, JSON.stringify({ ...alertSettings(), ...change }));
  for (const changed of listeners) changed();
  return alertSettings();
}
