// Requests to other services, without redirects and with a limit on the size of the response.

/** The maximum size of a response, in bytes. */
export interface AnswerBounds {
  bytesMax: number;
  /** The maximum length of a line, for responses that are read line by line; it also limits an endless line. */
  lineMax?: number;
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

/** Passes bytes through until there are too many in total or in one line. */
function limitBytes(service: string, { bytesMax, lineMax = bytesMax }: AnswerBounds) {
  let [bytes, line] = [0, 0];
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new ServiceFailure({ service, reason: 'the answer is too long' });
      const end = chunk.indexOf(newline);
      // The reader only buffers a line that continues in further chunks; lines that end within this chunk are in memory
      // anyway.
      if (line + (end < 0 ? chunk.length : end) > lineMax)
        throw new ServiceFailure({ service, reason: 'a line is too long' });
      line = end < 0 ? line + chunk.length : chunk.length - chunk.lastIndexOf(newline) - 1;
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
