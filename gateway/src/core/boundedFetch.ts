// Requests to other services, without redirects and with a limit on the size of the response.

/** The maximum size of a response, in bytes. */
export interface AnswerBounds {
  bytesMax: number;
  /**
   * The maximum length of an event of a stream, up to its empty line: its reader buffers it, and searches all of it
   * again with every chunk.
   */
  eventMax?: number;
}

/** Another service failed. The message may be logged: it contains no text of the service or of a person. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** The service's host. */
  readonly service: string;
  readonly reason: string;
  readonly status: number | undefined;
  constructor(
    { service, reason, status }: { service: string; reason: string; status?: number | undefined },
    options?: ErrorOptions,
  ) {
    super(`${service}: ${reason}`, options);
    this.service = service;
    this.reason = reason;
    this.status = status;
  }
}

/**
 * Converts what a request has thrown. The answer of a service may be logged neither as text nor as a cause: it can
 * repeat the words of a person.
 */
export function toServiceFailure(thrown: unknown, service: string): ServiceFailure {
  if (thrown instanceof ServiceFailure) return thrown;
  const { name = '', cause } = (thrown ?? {}) as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return new ServiceFailure({ service, reason: 'it took too long' });
  if (typeof cause?.code === 'string')
    return new ServiceFailure({ service, reason: `the connection failed (${cause.code})` });
  return new ServiceFailure({ service, reason: 'the answer cannot be read' });
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Passes bytes through until there are too many in total or in one event. */
function limitBytes(service: string, { bytesMax, eventMax = bytesMax }: AnswerBounds) {
  let [bytes, event, line] = [0, 0, 0];
  let lastByte: number | undefined;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new ServiceFailure({ service, reason: 'the answer is too long' });
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        line += end - start;
        event += end - start + 1;
        const isEmpty = line === 0 || (line === 1 && (chunk[end - 1] ?? lastByte) === carriageReturn);
        if (isEmpty) event = 0;
        line = 0;
        start = end + 1;
      }
      line += chunk.length - start;
      event += chunk.length - start;
      // Events that end within this chunk are in memory anyway.
      if (event > eventMax) throw new ServiceFailure({ service, reason: 'an event is too long' });
      lastByte = chunk.at(-1) ?? lastByte;
      controller.enqueue(chunk);
    },
  });
}

/**
 * Like `fetch`, with limits against a misbehaving service. A response that is too long fails while its body is read.
 * @throws ServiceFailure for a redirect, because the request is meant for this address alone; and whatever `fetch`
 * throws.
 */
export async function boundedFetch(
  url: URL | Request | string,
  init: RequestInit,
  bounds: AnswerBounds,
): Promise<Response> {
  const service = new URL(url instanceof Request ? url.url : url).host;
  // 'error' would reject a redirect as well, but hide its status from the log.
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, statusText, headers, body } = response;
  if (status >= 300 && status < 400) {
    await body?.cancel();
    throw new ServiceFailure({ service, reason: 'it redirects', status });
  }
  return new Response(body?.pipeThrough(limitBytes(service, bounds)) ?? null, { status, statusText, headers });
}
