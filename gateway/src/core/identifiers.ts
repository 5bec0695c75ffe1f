// Generates identifiers of people and conversations.
import { randomBytes } from 'node:crypto';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 random bits as 16 letters and digits; longer than every reserved path prefix, so never equal to one. */
export const newIdentifier = (): string => Array.from(randomBytes(16), (byte) => base32[byte & 31]).join('');

/** The key of two people's private chat, so that there is one per pair. */
export const pairKeyOf = (one: string, other: string): string => [one, other].sort().join('/');
