// Encrypts a push (RFC 8291) and hands it to its push service: bounded in time and in what is read of the answer.
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
  /** Seconds that the push service keeps it. */
  ttl: number;
  urgency: 'low' | 'normal' | 'high';
  /** A later one with the same topic replaces it while it waits at the push service. */
  topic?: string;
}

/** `gone`: there is no such subscription any more. `later`: it may be tried again. `refused`: it may not. */
export type PushOutcome = { kind: 'taken' | 'gone' | 'refused' } | { kind: 'later'; retryAfter: number };

export type PushSender = ReturnType<typeof createPushSender>;

/** Seconds or a date; 0 when there is none. */
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
      return { kind: 'refused' }; // keys that are none
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
          // Nothing in its body matters, and it may have no end.
          answer.on('error', () => {});
          answer.destroy();
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve({ kind: 'taken' });
          else if (status === 404 || status === 410) resolve({ kind: 'gone' });
          else if (status === 429 || status >= 500)
            resolve({ kind: 'later', retryAfter: retryAfterOf(answer.headers['retry-after'], Date.now()) });
          else resolve({ kind: 'refused' }); // redirections too: another address was not checked
        },
      );
      sent.on('error', () => resolve({ kind: 'later', retryAfter: 0 }));
      sent.end(body);
    });
  };
}
