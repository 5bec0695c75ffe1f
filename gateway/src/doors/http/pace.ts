// Ends bodies that come in too slowly.
import type { IncomingMessage } from 'node:http';

/** How quickly a body must come in. */
export interface Pace {
  bytesPerSecond: number;
  /** For how many milliseconds less may come. */
  slowFor: number;
}

const second = 1_000;

/**
 * A body's bytes as they come. The connection is cut when they come too slowly: every byte buys a little time, up to
 * `slowFor`. Only waiting counts, not what is done with the bytes.
 */
export async function* atPace(
  request: IncomingMessage,
  { bytesPerSecond, slowFor }: Pace,
): AsyncGenerator<Buffer, void> {
  // What is left half read can still be answered.
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
 * What is left of a body whose request has been answered may still come in, at the same pace: who sends it reads the
 * answer after that.
 */
export function restAtPace(request: IncomingMessage, { bytesPerSecond, slowFor }: Pace): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - before < (bytesPerSecond * slowFor) / second) socket.destroy();
    before = socket.bytesRead;
  }, slowFor);
  const over = () => clearInterval(watch);
  request.once('end', over).once('close', over);
}
