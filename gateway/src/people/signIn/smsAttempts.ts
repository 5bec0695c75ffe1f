// Requests to a provider of messages: bounded in time, tried again where that may help.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { boundedFetch, ServiceFailure } from '../../core/boundedFetch.ts';

/** Its message holds neither a phone number nor a code. */
export class SmsFailure extends Error {
  readonly mayPass: boolean;
  constructor(message: string, mayPass: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayPass = mayPass;
  }
}

export interface Attempts {
  tries: number;
  /** How long each may take, and how long to wait after the first; twice as long after the next. Milliseconds. */
  within: number;
  pause: number;
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A person waits for the answer: 15 seconds at most. */
const usual: Attempts = { tries: 3, within: 4_500, pause: 400 };

async function once({ url, ...request }: Asked, within: number): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(within);
    const response = await boundedFetch(
      url,
      { method: 'POST', signal, ...request },
      { bytesMax: limits.serviceAnswerMax },
    );
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (cause instanceof ServiceFailure) throw new SmsFailure(cause.reason, false, { cause });
    const isLate = (cause as Error).name === 'TimeoutError';
    throw new SmsFailure(isLate ? `no answer within ${within} ms` : 'it cannot be reached', true, { cause });
  }
}

/**
 * Asks until the answer is good. A refusal (4xx) is final; no answer, 429 and 5xx are not.
 * @param check throws SmsFailure for an answer that is none, or a refusal
 * @throws SmsFailure the last one
 */
export async function attempted(
  ask: () => Asked,
  check: (text: string, status: number) => void,
  { tries, within, pause }: Attempts = usual,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      const { status, text } = await once(ask(), within);
      if (status === 429 || status >= 500) throw new SmsFailure(`status ${status}`, true);
      if (status >= 400) throw new SmsFailure(`status ${status}`, false);
      return check(text, status);
    } catch (error) {
      if (!(error instanceof SmsFailure) || !error.mayPass || round === tries) throw error;
    }
    await sleep(pause * 2 ** (round - 1));
  }
}
