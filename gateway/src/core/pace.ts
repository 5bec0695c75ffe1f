// Ends request bodies that arrive too slowly.
import type { IncomingMessage } from 'node:http';

/** The minimum rate of a body. */
export interface Pace {
  bytesPerSecond: number;
  /** For how many milliseconds the rate may be lower. */
  slowFor: number;
}

const second = 1_000;

/**
 * A body's bytes as they arrive. Cuts the connection when they are too slow: every byte buys a little time, up to
 * `slowFor`. Counts only the time spent waiting, not the time spent processing.
 */
export async function* atPace(
  request: IncomingMessage,
  { bytesPerSecond, slowFor }: Pace,
): AsyncGenerator<Buffer, void> {
  // A half-read request can still be answered.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let left = slowFor;
  try {
    for (;;) {
      const began = performance.now();
      const late = setTimeout(() => request.destroy(), left);
      const { done, value } = await chunks.next().finally(() => clearTimeout(late));
      if (done) return;
      left = Math.min(left - (performance.now() - began) + (value.length / bytesPerSecond) * second, slowFor);
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/**
 * Accepts the rest of a body whose request has been answered, at the same minimum rate: a sender reads the answer only
 * after that.
 */
export function restAtPace(request: IncomingMessage, { bytesPerSecond, slowFor }: Pace): void {
  const { socket } = request;
  if (request.complete || request.destroyed || socket.destroyed) return;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - before < (bytesPerSecond * slowFor) / second) socket.destroy();
    before = socket.bytesRead;
  }, slowFor);
  const over = () => clearInterval(watch);
  // A request that has been answered emits no 'close' any more when its connection is closed.
  request.once('end', over);
  socket.once('close', over);
}
