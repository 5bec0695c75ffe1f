// Deterministic message ids, derived from the content of a request.
import { limits } from '@amber/proto/limits';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns the same message id for the same parts, so that a repeated request is idempotent. */
export async function deriveMessageId(...parts: (string | number)[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join(' '))));
  return Array.from(digest.subarray(0, limits.messageIdLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
