// The call of this tab, in the tab's storage: a page that is loaded again goes on with its call, and no other page does.
import { storedJson, storedText, storeText } from '@amber/client/storage';
import type { StoredCall } from './callPorts.ts';

const key = 'amber-call';
const area = 'sessionStorage';

/** Whether this tab was in a call when it was loaded again. */
export const hasStoredCall = (): boolean => storedText(key, area) !== null;

export const loadStoredCall = (): StoredCall | null => storedJson(key, area) as StoredCall | null;

/** Stores it; null removes it. Without storage the call ends with its page. */
export const storeCall = (call: StoredCall | null): boolean => storeText(key, call && JSON.stringify(call), area);
