// Writes, reads and removes the objects of an S3-compatible bucket, as streams.
import { Readable } from 'node:stream';
import type { Limits } from '@amber/proto/limits';
import { ServiceFailure } from '../../core/boundedFetch.ts';
import { OssError } from './ossError.ts';
import type { Range } from './range.ts';

export interface S3Settings {
  /** The service's address; undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** The key of a user who may read, write and delete the bucket's objects. */
  accessKeyId: string;
  secretAccessKey: string;
}

/** Failures are logged by their caller, without the names of files. */
const silence = () => undefined;
const logger = { trace: silence, debug: silence, info: silence, warn: silence, error: silence };
/** Each request of a person to the gateway has at most one to the bucket, so the gateway's sockets are the limit. */
const connectionsMax = 10_000;

/**
 * Aborts a request for which the bucket lets wait too long. The time in which a person's device sends or reads nothing
 * does not count: that has limits of its own.
 */
function createPatience(milliseconds: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    abort: (reason: unknown) => controller.abort(reason),
    beginWait(): void {
      clearTimeout(timer);
      timer = setTimeout(
        () => controller.abort(new DOMException('The bucket is too slow', 'TimeoutError')),
        milliseconds,
      );
    },
    endWait: () => clearTimeout(timer),
  };
}

export interface BucketClient {
  /**
   * Writes a new object of exactly this size. It is durable when this returns.
   * @throws OssError ServiceUnavailable; what reading the body throws.
   */
  write(name: string, size: number, body: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of a range. @throws OssError ServiceUnavailable, NoSuchKey */
  read(name: string, range: Range): AsyncGenerator<Buffer, void>;
  /** Idempotent. @throws OssError ServiceUnavailable */
  remove(name: string): Promise<void>;
  close(): void;
}

/** The client is large, so it is loaded only where a bucket is configured. */
export async function createBucketClient(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings,
  { bucketTimeout }: Pick<Limits, 'bucketTimeout'>,
): Promise<BucketClient> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  const agent = { maxSockets: connectionsMax };
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other services than Amazon's do not all know its checksums of streams; the connection is encrypted.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The wait for '100 Continue' would need a new connection for each part.
    expectContinueHeader: false,
    logger,
    requestHandler: { httpAgent: agent, httpsAgent: agent },
  });
  const service = endpoint === undefined ? 's3.amazonaws.com' : new URL(endpoint).host;

  /** The text of an error may contain names of files, so that it may not be logged. */
  function unavailable(thrown: unknown): OssError {
    const {
      name = '',
      code,
      $metadata,
    } = (thrown ?? {}) as {
      name?: string;
      code?: unknown;
      $metadata?: { httpStatusCode?: number };
    };
    // A DOMException has a number as its code.
    const reason = typeof code === 'string' ? code : name;
    return new OssError('ServiceUnavailable', {
      cause: new ServiceFailure({ service, reason, status: $metadata?.httpStatusCode }),
    });
  }

  return {
    async write(name, size, body) {
      const { signal, abort, beginWait, endWait } = createPatience(bucketTimeout);
      let bodyError: { reason: unknown } | undefined;
      async function* chunks() {
        try {
          for await (const chunk of body) {
            beginWait();
            yield chunk;
            endWait();
          }
          beginWait();
        } catch (reason) {
          bodyError = { reason };
          throw reason;
        }
      }
      const stream = Readable.from(chunks(), { objectMode: false });
      stream.once('error', abort);
      try {
        const put = new PutObjectCommand({ Bucket: bucket, Key: name, Body: stream, ContentLength: size });
        await client.send(put, { abortSignal: signal });
      } catch (error) {
        throw bodyError ? bodyError.reason : unavailable(signal.aborted ? signal.reason : error);
      } finally {
        endWait();
        stream.destroy();
      }
      // The bucket may have all bytes of a body that turns out to be another one at its end.
      if (bodyError) throw bodyError.reason;
    },

    async *read(name, { from, to }) {
      const { signal, beginWait, endWait } = createPatience(bucketTimeout);
      let body: Readable | undefined;
      try {
        beginWait();
        const get = new GetObjectCommand({ Bucket: bucket, Key: name, Range: `bytes=${from}-${to}` });
        body = (await client.send(get, { abortSignal: signal })).Body as Readable;
        const chunks = body.iterator() as AsyncIterableIterator<Buffer>;
        for (;;) {
          beginWait();
          const { done, value } = await chunks.next();
          endWait();
          if (done) return;
          yield value;
        }
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') throw new OssError('NoSuchKey');
        throw unavailable(signal.aborted ? signal.reason : error);
      } finally {
        endWait();
        body?.destroy();
      }
    },

    async remove(name) {
      const { signal, beginWait, endWait } = createPatience(bucketTimeout);
      try {
        beginWait();
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }), { abortSignal: signal });
      } catch (error) {
        throw unavailable(signal.aborted ? signal.reason : error);
      } finally {
        endWait();
      }
    },

    close: () => client.destroy(),
  };
}
