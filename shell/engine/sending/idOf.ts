// Message ids that follow from what a message is about.
import { limits } from '@amber/proto/limits';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The same words give the same message id: what is asked for twice is done once. */
export async function idOf(...words: (string | number)[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join(' '))));
  return Array.from(digest.subarray(0, limits.messageIdLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
