// Repeats an exchange with the other gateways every second, and at once when a call waits for its result.
import { setTimeout as sleep } from 'node:timers/promises';

export interface ExchangeLoop {
  /** Resolves after an exchange that has begun after this call, or soon if the database is slow or gone. */
  settled(): Promise<void>;
  /** Whether the last exchange failed or is late. Nobody waits then: each gateway counts for itself. */
  isAlone(): boolean;
  /** Begins no more exchanges, and waits for the one that runs. */
  close(): Promise<void>;
}

/** In milliseconds. */
export interface ExchangeTiming {
  /** The time between exchanges for which nobody waits. */
  every: number;
  /** How long a call waits: a limit must not delay calls for as long as a lost database does. */
  patience: number;
}

interface ExchangePorts {
  exchange(): Promise<void>;
  /** Called with the first failure in a row. */
  onError(error: unknown): void;
  timing?: ExchangeTiming | undefined;
}

const usualTiming: ExchangeTiming = { every: 1_000, patience: 1_000 };

/** Milliseconds between the beginnings of two exchanges for which calls wait; all that come in between share one. */
const waitedEvery = 50;

export function createExchangeLoop({ exchange, onError, timing = usualTiming }: ExchangePorts): ExchangeLoop {
  const { every, patience } = timing;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let beganAt = -Infinity;
  let isAlone = false;
  let isClosed = false;

  async function runOnce(): Promise<void> {
    beganAt = performance.now();
    try {
      await exchange();
      isAlone = false;
    } catch (error) {
      if (!isAlone) onError(error);
      isAlone = true;
    }
  }

  async function runNext(): Promise<void> {
    await running;
    const wait = beganAt + waitedEvery - performance.now();
    if (wait > 0) await sleep(wait);
    next = null;
    if (isClosed) return;
    running = runOnce();
    await running;
  }

  /** One exchange that has not begun yet serves all callers. */
  const schedule = (): Promise<void> => (next ??= runNext());

  const timer = setInterval(() => void schedule(), every);
  timer.unref();
  return {
    async settled() {
      if (isAlone) return;
      const done = new AbortController();
      const timeout = sleep(patience, undefined, { signal: done.signal, ref: false }).then(
        () => {
          isAlone = true;
        },
        () => undefined,
      );
      await Promise.race([schedule(), timeout]);
      done.abort();
    },
    isAlone: () => isAlone,
    async close() {
      clearInterval(timer);
      isClosed = true;
      await running;
    },
  };
}
