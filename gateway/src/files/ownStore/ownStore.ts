// The gateway's own file store: OSS's protocol under /files/, on disk.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault } from '@amber/proto/faults';
import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../../core/address.ts';
import type { FileStore } from '../fileStore.ts';
import { openObjectDisk } from './disk.ts';
import { createGrants } from './grants.ts';
import { createStoreHandler } from './storeHandler.ts';
import { bucket, createUploadActions } from './uploadActions.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ObjectsPorts extends Pick<GatewayBase, 'clock' | 'limits' | 'log'> {
  /** The folder of the files. */
  dataDir: string;
  /** Signs grants; the same on every gateway of a database. */
  secret: string;
  /** Counts bytes against this person's daily quota; false when it is exceeded. */
  charge(who: string, bytes: number): Promise<boolean>;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

/** @throws Error when the data folder cannot be written. */
export async function createOwnStore(ports: ObjectsPorts) {
  const { dataDir, limits, clock, publicUrl } = ports;
  const disk = await openObjectDisk({ folder: join(dataDir, bucket), reserve: limits.diskReserve }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new Error(
        `The data folder ${dataDir} cannot be written (${cause.code}). Set AMBER_DATA to a folder that can.`,
        { cause },
      );
    },
  );
  const grants = createGrants(ports);
  const origin = publicUrl && new URL(publicUrl).origin;
  const handleRequest = createStoreHandler({
    ...ports,
    disk,
    grants,
    actions: createUploadActions({ ...ports, disk }),
  });

  const store: FileStore = {
    origin,
    async grant({ key, who, pages }) {
      const until = clock() + limits.uploadCredentialTtl;
      return {
        ...grants.sign({ key, who, bytes: limits.sealedFileMax, until }),
        bucket,
        domain: origin ?? pages,
        pathStyle: true,
      };
    },
    async put(key, bytes) {
      const size = bytes.length;
      await disk
        .put(key, { size, most: size, md5: undefined, body: Readable.from([Buffer.from(bytes)]) })
        .catch((cause: unknown) => {
          throw new Fault('UNAVAILABLE', { cause });
        });
    },
    async get(key) {
      const object = await disk.find(key);
      if (!object) return null;
      return buffer(disk.read(key, object, { from: 0, to: object.size - 1 }));
    },
    sizeOf: async (key) => (await disk.find(key))?.size ?? null,
    remove: disk.remove,
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
    dropUnfinished: (): Promise<void> => disk.dropUnfinished(clock() - limits.unfinishedUploadTtl),
  };
}
