// Serves public pictures under /chat/pictures/, with an LRU cache in memory.
import type { Limits } from '@amber/proto/limits';
import { pictureSizes, type PictureSize } from '@amber/proto/publicPictures';
import type { FastifyInstance } from 'fastify';
import type { AddressOf } from '../core/address.ts';
import type { RateLimits } from '../core/rateLimit.ts';
import { sandboxHeaders } from '../files/ownStore/responses.ts';
import type { FileStore } from '../files/fileStore.ts';
import { objectKeyOf } from './pictures.ts';

interface PictureServerPorts {
  fileStore: Pick<FileStore, 'get'>;
  limits: Limits;
  rateLimits: RateLimits;
  addressOf: AddressOf;
}

/** The most recently used objects, up to `most` bytes. Each gateway has its own: what a digest names never changes. */
function createLruCache(most: number) {
  const entries = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get(key: string): Buffer | undefined {
      const object = entries.get(key);
      if (object && entries.delete(key)) entries.set(key, object);
      return object;
    },
    add(key: string, object: Buffer): void {
      if (entries.has(key)) return;
      entries.set(key, object);
      bytes += object.length;
      for (const [oldest, { length }] of entries) {
        if (bytes <= most) break;
        entries.delete(oldest);
        bytes -= length;
      }
    },
  };
}

export function createPictureServer({ fileStore, limits, rateLimits, addressOf }: PictureServerPorts) {
  const callLimit = rateLimits.perNetwork('picturesOfNetwork', { perMinute: limits.fileRequestsPerMinutePerNetwork });
  const cache = createLruCache(limits.pictureCacheMax);
  const pendingReads = new Map<string, Promise<Buffer | null>>();

  /** Concurrent requests for the same picture share one read of the store. */
  function read(key: string): Promise<Buffer | null> {
    const pending = pendingReads.get(key);
    if (pending) return pending;
    const reading = fileStore.get(key).finally(() => pendingReads.delete(key));
    pendingReads.set(key, reading);
    return reading;
  }

  return {
    addTo(app: FastifyInstance): void {
      const url = `/chat/pictures/:digest(^[0-9a-f]{64}$)/:size(^(?:${pictureSizes.join('|')})$).webp`;
      app.get<{ Params: { digest: string; size: string } }>(url, async (request, reply) => {
        const { digest, size } = request.params;
        reply.headers({ ...sandboxHeaders, 'cache-control': 'no-store' });
        if (!(await callLimit.allow(addressOf(request.raw)))) return reply.code(429).send();
        const key = objectKeyOf(digest, Number(size) as PictureSize);
        const object = cache.get(key) ?? (await read(key));
        if (!object) return reply.code(404).send();
        cache.add(key, object);
        reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${digest}"` });
        if (request.headers['if-none-match'] === `"${digest}"`) return reply.code(304).send();
        return reply.type('image/webp').send(object);
      });
    },
  };
}
