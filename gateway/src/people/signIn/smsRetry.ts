// Requests to a message provider, with a timeout and with retries of transient failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { boundedFetch, ServiceFailure } from '../../core/boundedFetch.ts';

/** A failed delivery. Its message contains neither a phone number nor a code. */
export class SmsFailure extends Error {
  readonly isTransient: boolean;
  constructor(message: string, isTransient: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isTransient = isTransient;
  }
}

export interface RetryPolicy {
  tries: number;
  /**
   * `timeout`: the limit of each try. `backoff`: the pause after the first try; it doubles after each. Milliseconds.
   */
  timeout: number;
  backoff: number;
}

interface SmsRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A person waits for the answer: 15 seconds at most. */
const defaultPolicy: RetryPolicy = { tries: 3, timeout: 4_500, backoff: 400 };

async function postOnce({ url, ...request }: SmsRequest, timeout: number): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await boundedFetch(
      url,
      { method: 'POST', signal, ...request },
      { bytesMax: limits.serviceAnswerMax },
    );
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (cause instanceof ServiceFailure) throw new SmsFailure(cause.reason, false, { cause });
    const isTimeout = (cause as Error).name === 'TimeoutError';
    throw new SmsFailure(isTimeout ? `no answer within ${timeout} ms` : 'it cannot be reached', true, { cause });
  }
}

/**
 * Sends a request, and retries it with exponential backoff. A refusal (4xx) is final; no answer, 429 and 5xx are not.
 * @param check throws SmsFailure for an invalid answer or a refusal
 * @throws SmsFailure the last one
 */
export async function sendWithRetry(
  buildRequest: () => SmsRequest,
  check: (text: string) => void,
  { tries, timeout, backoff }: RetryPolicy = defaultPolicy,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { status, text } = await postOnce(buildRequest(), timeout);
      if (status === 429 || status >= 500) throw new SmsFailure(`status ${status}`, true);
      if (status >= 400) throw new SmsFailure(`status ${status}`, false);
      return check(text);
    } catch (error) {
      if (!(error instanceof SmsFailure) || !error.isTransient || attempt === tries) throw error;
    }
    await sleep(backoff * 2 ** (attempt - 1));
  }
}
