// Ends request bodies that arrive too slowly.
import type { IncomingMessage } from 'node:http';
import type { Limits } from '@amber/proto/limits';

/** The minimum rate of a body, and the milliseconds for which it may be lower. */
type MinRate = Pick<Limits, 'bytesPerSecondMin' | 'slowBodyGrace'>;

const second = 1_000;

/**
 * Yields a body's bytes as they arrive. Destroys the connection when they are too slow: every byte buys a little time,
 * up to `slowBodyGrace`. Counts only the time spent waiting, not the time spent processing.
 */
export async function* readAtMinRate(
  request: IncomingMessage,
  { bytesPerSecondMin, slowBodyGrace }: MinRate,
): AsyncGenerator<Buffer, void> {
  // A half-read request can still be answered.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let remaining = slowBodyGrace;
  try {
    for (;;) {
      const began = performance.now();
      const timeout = setTimeout(() => request.destroy(), remaining);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timeout));
      if (done) return;
      remaining = Math.min(
        remaining - (performance.now() - began) + (value.length / bytesPerSecondMin) * second,
        slowBodyGrace,
      );
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/**
 * Drains the rest of a body whose request has been answered, at the same minimum rate, because a sender reads the
 * response only after it has sent everything.
 */
export function drainAtMinRate(request: IncomingMessage, { bytesPerSecondMin, slowBodyGrace }: MinRate): void {
  const { socket } = request;
  if (request.complete || request.destroyed || socket.destroyed) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < (bytesPerSecondMin * slowBodyGrace) / second) socket.destroy();
    before = socket.bytesRead;
  }, slowBodyGrace);
  const stopTimer = () => clearInterval(timer);
  // A request that has been answered emits no 'close' any more when its connection is closed.
  request.once('end', stopTimer);
  socket.once('close', stopTimer);
}
