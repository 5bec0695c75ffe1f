// Makes a key for signing.
import { randomBytes } from 'node:crypto';

export const newSecret = (): string => randomBytes(32).toString('base64url');
