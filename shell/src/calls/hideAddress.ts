// The setting of this browser whether calls with contacts hide its address, too.
import { storedText, storeText } from '@amber/client/storage';

const key = 'amber-hide-address';

export const hidesAddressFromContacts = (): boolean => storedText(key) !== null;

/** Returns false if the browser stores nothing. */
export const hideAddressFromContacts = (hides: boolean): boolean => storeText(key, hides ? '1' : null);
