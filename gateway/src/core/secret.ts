// Secrets of 256 random bits, and the hashes by which they are recognized.
import { createHash, randomBytes } from 'node:crypto';

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** One round is enough for 256 random bits, which nobody can guess. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
