// Sends codes through an operator's webhook: the request is signed, and the answer is checked.
import { createHmac, randomUUID } from 'node:crypto';
import type { SmsProvider } from './smsProvider.ts';
import { type RetryPolicy, sendWithRetry, SmsFailure } from './smsRetry.ts';

export interface WebhookSettings {
  url: string;
  /** The shared secret of the two ends. */
  secret: string;
}

/** `sha256=` and the HMAC, in hex, of the time in milliseconds, a dot and the body. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

/** Whether the answer accepts the message; the answer of an unrelated server must not count. */
function isAccepted(text: string): boolean {
  try {
    return (JSON.parse(text) as { accepted?: unknown } | null)?.accepted === true;
  } catch {
    return false;
  }
}

/** A message keeps its id on a retry, so that the receiver can deduplicate it. */
export function createWebhook({ url, secret }: WebhookSettings, policy?: RetryPolicy): SmsProvider {
  return {
    name: 'webhook',
    send(phone, code) {
      const id = randomUUID();
      return sendWithRetry(
        () => {
          const [time, body] = [String(Date.now()), JSON.stringify({ id, phone, code })];
          return {
            url,
            headers: {
              'content-type': 'application/json',
              'x-amber-id': id,
              'x-amber-time': time,
              'x-amber-signature': signatureOf(secret, time, body),
            },
            body,
          };
        },
        (text) => {
          if (!isAccepted(text)) throw new SmsFailure('the answer does not say {"accepted":true}', false);
        },
        policy,
      );
    },
  };
}
