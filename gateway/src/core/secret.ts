// Generates a signing key.
import { randomBytes } from 'node:crypto';

export const newSecret = (): string => randomBytes(32).toString('base64url');
