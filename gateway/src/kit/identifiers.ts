// Makes the names by which people and conversations are known.
import { randomBytes } from 'node:crypto';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 random bits as 16 letters and digits; longer than every reserved word of the paths, so it is none of them. */
export const newIdentifier = (): string => Array.from(randomBytes(16), (byte) => base32[byte & 31]).join('');

/** What the private chat of two people is known by, so that there is one. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join('/');
