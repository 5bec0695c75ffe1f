// The gateway's own file store: OSS's protocol under /files/, on disk or in a bucket.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault } from '@amber/proto/faults';
import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../../core/address.ts';
import type { FileStore } from '../fileStore.ts';
import { createGrants } from './grants.ts';
import type { ObjectStorage } from './objectStorage.ts';
import { OssError } from './ossError.ts';
import { region } from './signature.ts';
import { createStoreHandler } from './storeHandler.ts';
import { bucket, createUploadActions } from './uploadActions.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ObjectsPorts extends Pick<GatewayBase, 'clock' | 'limits' | 'rateLimits' | 'log'> {
  storage: ObjectStorage;
  /** Signs grants; the same on every gateway of a database. */
  secret: string;
  /** Counts bytes against this person's daily quota; false when it is exceeded. */
  charge(who: string, bytes: number): Promise<boolean>;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

/** @throws Fault UNAVAILABLE */
const orUnavailable = <T>(result: Promise<T>): Promise<T> =>
  result.catch((cause: unknown) => {
    throw new Fault('UNAVAILABLE', { cause });
  });

export function createOwnStore(ports: ObjectsPorts) {
  const { storage, limits, clock, publicUrl } = ports;
  const grants = createGrants(ports);
  const origin = publicUrl && new URL(publicUrl).origin;
  const handleRequest = createStoreHandler({
    ...ports,
    grants,
    actions: createUploadActions(ports),
  });

  async function readObject(key: string): Promise<Buffer | null> {
    const object = await storage.find(key);
    if (!object) return null;
    return buffer(object.read({ from: 0, to: object.size - 1 })).catch((error: unknown) => {
      // It was removed meanwhile, or a restored database names what the bucket has no more.
      if (error instanceof OssError && error.code === 'NoSuchKey') return null;
      throw error;
    });
  }

  const store: FileStore = {
    origin,
    async grant({ key, who, pages }) {
      const until = clock() + limits.uploadCredentialTtl;
      return {
        ...grants.sign({ key, who, bytes: limits.sealedFileMax, until }),
        bucket,
        domain: origin ?? pages,
        pathStyle: true,
        region,
      };
    },
    async put(key, bytes) {
      const size = bytes.length;
      await orUnavailable(
        storage.put(key, { size, most: size, md5: undefined, body: Readable.from([Buffer.from(bytes)]) }),
      );
    },
    get: (key) => orUnavailable(readObject(key)),
    sizeOf: async (key) => (await orUnavailable(storage.find(key)))?.size ?? null,
    remove: (key) => orUnavailable(storage.remove(key)),
  };

  return {
    ...store,

    /** A separate scope from calls and pages: its own body handling, headers and limits. */
    addTo(app: FastifyInstance): void {
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        // Leaves the body in its stream.
        scope.addContentTypeParser('*', (_request, _body, done) => done(null));
        scope.route({
          method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS'],
          url: `/${bucket}/*`,
          handler: (request, reply) => {
            reply.hijack();
            return handleRequest(request.raw, reply.raw);
          },
        });
      });
    },

    /** Removes abandoned uploads. */
    dropUnfinished: (): Promise<void> => storage.dropUnfinished(clock() - limits.unfinishedUploadTtl),
  };
}
