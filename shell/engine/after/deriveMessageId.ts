// Message ids derived from what a message is about.
import { limits } from '@amber/proto/limits';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The same words give the same message id: a repeated request is carried out once. */
export async function deriveMessageId(...parts: (string | number)[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts.join(' '))));
  return Array.from(digest.subarray(0, limits.messageIdLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
