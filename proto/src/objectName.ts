// The name of a file's object in the store, as used in calls and at the end of every URI.
import { limits } from './limits.ts';

const characters = `[A-Za-z0-9_-]{${limits.uploadPathRandom}}`;
const whole = new RegExp(`^chat/${characters}$`);
const last = new RegExp(`(?:^|/)(chat/${characters})$`);

/** Whether this untrusted text is an object name. */
export const isObjectName = (text: string): boolean => whole.test(text);

/** Returns the object name at the end of this URI; null when there is none. */
export const objectNameOf = (uri: string): string | null => last.exec(uri)?.[1] ?? null;
