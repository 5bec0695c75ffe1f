// Encrypts a push (RFC 8291) and posts it to its push service, with a timeout and without reading the response's body.
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Limits } from '@amber/proto/limits';
import webPush from 'web-push';
import { publicLookup } from './endpoint.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushRequest {
  target: PushTarget;
  payload: string;
  /** Seconds for which the push service retains the push. */
  ttl: number;
  urgency: 'low' | 'normal' | 'high';
  /** A later push with the same topic replaces this one while it waits at the push service. */
  topic?: string;
}

/** `gone`: the subscription no longer exists. `later`: the push may be retried. `refused`: it may not. */
export type PushOutcome = { kind: 'taken' | 'gone' | 'refused' } | { kind: 'later'; retryAfter: number };

export type PushSender = ReturnType<typeof createPushSender>;

/** Returns the delay in milliseconds from a header with seconds or a date; 0 without one. */
function retryAfterOf(header: string | undefined, now: number): number {
  if (!header) return 0;
  const time = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(time) ? Math.max(time, 0) : 0;
}

export function createPushSender({ keys, subject, limits }: { keys: VapidKeys; subject: string; limits: Limits }) {
  return async ({ target, payload, ttl, urgency, topic }: PushRequest): Promise<PushOutcome> => {
    let details;
    try {
      details = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        payload,
        {
          vapidDetails: { subject, ...keys },
          TTL: ttl,
          urgency,
          contentEncoding: 'aes128gcm',
          ...(topic !== undefined && { topic }),
        },
      );
    } catch {
      return { kind: 'refused' }; // the keys are invalid
    }
    const { endpoint, headers, body } = details;
    const request = endpoint.startsWith('http:') ? plainRequest : secureRequest;
    return new Promise((resolve) => {
      const sent = request(
        endpoint,
        {
          method: 'POST',
          headers: headers as Record<string, string>,
          agent: false,
          signal: AbortSignal.timeout(limits.pushTimeout),
          ...(endpoint.startsWith('https:') && { lookup: publicLookup }),
        },
        (answer) => {
          // The body is irrelevant, and it may be endless.
          answer.on('error', () => {});
          answer.destroy();
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve({ kind: 'taken' });
          else if (status === 404 || status === 410) resolve({ kind: 'gone' });
          else if (status === 429 || status >= 500)
            resolve({ kind: 'later', retryAfter: retryAfterOf(answer.headers['retry-after'], Date.now()) });
          else resolve({ kind: 'refused' }); // including redirects, whose target was not checked
        },
      );
      sent.on('error', () => resolve({ kind: 'later', retryAfter: 0 }));
      sent.end(body);
    });
  };
}
