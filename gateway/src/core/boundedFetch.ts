// Requests to other services: never redirected, and bounded in how much is read of the answer.

/** What is read of an answer, in bytes. */
export interface AnswerBounds {
  bytesMax: number;
  /** Of an answer in lines, also of one whose line has no end. */
  lineMax?: number;
}

/** A service did not do its part. Its message may be logged: it holds nothing that the service or a person wrote. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** Its host. */
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

const newline = 0x0a;

/** Passes bytes through until there are too many, or too many without an end of line. */
function limitBytes(service: string, { bytesMax, lineMax = bytesMax }: AnswerBounds) {
  let [bytes, line] = [0, 0];
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new ServiceFailure({ service, reason: 'the answer is too long' });
      const end = chunk.indexOf(newline);
      // Only a line that goes on into other chunks is held by whoever reads; those within this one are here anyway.
      if (line + (end < 0 ? chunk.length : end) > lineMax)
        throw new ServiceFailure({ service, reason: 'a line is too long' });
      line = end < 0 ? line + chunk.length : chunk.length - chunk.lastIndexOf(newline) - 1;
      controller.enqueue(chunk);
    },
  });
}

/**
 * As `fetch`, with an end to what a misbehaving service can do. Too long an answer fails while its body is read.
 * @throws ServiceFailure for a redirect: what is sent is for this address alone. Whatever `fetch` throws.
 */
export async function boundedFetch(
  url: URL | Request | string,
  init: RequestInit,
  bounds: AnswerBounds,
): Promise<Response> {
  const service = new URL(url instanceof Request ? url.url : url).host;
  // 'error' would refuse it as well, and hide the status from the log.
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const { status, statusText, headers, body } = response;
  if (status >= 300 && status < 400) {
    await body?.cancel();
    throw new ServiceFailure({ service, reason: 'it redirects', status });
  }
  return new Response(body?.pipeThrough(limitBytes(service, bounds)) ?? null, { status, statusText, headers });
}
