// Serves public pictures under /chat/pictures/, from memory where they were asked for lately.
import type { Limits } from '@amber/proto/limits';
import { pictureSizes, type PictureSize } from '@amber/proto/publicPictures';
import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../core/address.ts';
import { createCallLimit } from '../core/callLimit.ts';
import { harmless } from '../files/ownStore/answers.ts';
import type { FileStore } from '../files/fileStore.ts';
import { objectOf } from './pictures.ts';

interface ServePorts {
  fileStore: Pick<FileStore, 'get'>;
  limits: Limits;
  addressOf: AddressOf;
}

/** The most recently used objects, up to `most` bytes. */
function createRecent(most: number) {
  const found = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get(key: string): Buffer | undefined {
      const object = found.get(key);
      if (object && found.delete(key)) found.set(key, object);
      return object;
    },
    add(key: string, object: Buffer): void {
      if (found.has(key)) return;
      found.set(key, object);
      bytes += object.length;
      for (const [oldest, { length }] of found) {
        if (bytes <= most) break;
        found.delete(oldest);
        bytes -= length;
      }
    },
  };
}

export function createPictureServer({ fileStore, limits, addressOf }: ServePorts) {
  const callLimit = createCallLimit({ perMinute: limits.fileRequestsPerMinutePerNetwork });
  const recent = createRecent(limits.pictureCacheMax);
  const coming = new Map<string, Promise<Buffer | null>>();

  /** One read of the store for all who ask at the same time. */
  function read(key: string): Promise<Buffer | null> {
    const known = coming.get(key);
    if (known) return known;
    const reading = fileStore.get(key).finally(() => coming.delete(key));
    coming.set(key, reading);
    return reading;
  }

  return {
    addTo(app: FastifyInstance): void {
      const url = `/chat/pictures/:digest(^[0-9a-f]{64}$)/:size(^(?:${pictureSizes.join('|')})$).webp`;
      app.get<{ Params: { digest: string; size: string } }>(url, async (request, reply) => {
        const { digest, size } = request.params;
        reply.headers({ ...harmless, 'cache-control': 'no-store' });
        if (!callLimit.allow(addressOf(request.raw))) return reply.code(429).send();
        const key = objectOf(digest, Number(size) as PictureSize);
        const object = recent.get(key) ?? (await read(key));
        if (!object) return reply.code(404).send();
        recent.add(key, object);
        reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${digest}"` });
        if (request.headers['if-none-match'] === `"${digest}"`) return reply.code(304).send();
        return reply.type('image/webp').send(object);
      });
    },
  };
}
