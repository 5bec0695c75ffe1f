// Objects on disk: each is a folder of its parts, renamed into place when complete, so that no reader sees an
// incomplete one.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { OssError } from './ossError.ts';
import { etagOf, isMissing, partFile, partMin, partsIn, hasSameParts, totalSize, type Part } from './parts.ts';
import type { Range } from './range.ts';
import type { ListedPart } from './xml.ts';

export interface StoredObject {
  parts: Part[];
  size: number;
  /** The ETag without quotes. */
  etag: string;
  /** Milliseconds. */
  storedAt: number;
}

/** An upload in progress. */
interface Upload {
  /** The object's name as a file name. */
  name: string;
  uploadId: string;
}

interface Incoming {
  size: number;
  /** The maximum size of the whole object. */
  most: number;
  /** Base64, if the client announced it. */
  md5: string | undefined;
  body: AsyncIterable<Buffer>;
}

const uploadIdPattern = /^[0-9A-F]{32}$/;
const newUploadId = (): string => randomBytes(16).toString('hex').toUpperCase();

/** A new name survives a crash once its folder is synced; not every system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Retries, because a concurrent write may add a file meanwhile. */
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });

export type ObjectDisk = Awaited<ReturnType<typeof openObjectDisk>>;

/**
 * Opens the folder, and creates it when missing.
 * @param reserve bytes of the disk to leave for others, such as the database
 */
export async function openObjectDisk({ folder, reserve }: { folder: string; reserve: number }) {
  const [objects, unfinished] = [join(folder, 'objects'), join(folder, 'unfinished')];
  for (const one of [objects, unfinished]) await mkdir(one, { recursive: true, mode: 0o700 });

  /** Hex, because some file systems ignore the case of names. */
  const nameOf = (key: string): string => Buffer.from(key).toString('hex');
  const objectFolder = (name: string): string => join(objects, name);
  const uploadFolder = ({ name, uploadId }: Upload): string => join(unfinished, name, uploadId);

  function uploadOf(key: string, uploadId: string): Upload {
    if (!uploadIdPattern.test(uploadId)) throw new OssError('NoSuchUpload');
    return { name: nameOf(key), uploadId };
  }

  const running = new Map<string, Promise<unknown>>();
  /** Serializes the changes of one object. */
  function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (running.get(name) ?? Promise.resolve()).then(work, work);
    const cleanUp = () => {
      if (running.get(name) === result) running.delete(name);
    };
    running.set(name, result);
    result.then(cleanUp, cleanUp);
    return result;
  }

  async function checkFreeSpace(size: number): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - size < reserve) throw new OssError('ServiceUnavailable');
  }

  async function findByName(name: string): Promise<StoredObject | null> {
    const parts = await partsIn(objectFolder(name));
    if (!parts) return null;
    return { parts, size: totalSize(parts), etag: etagOf(parts), storedAt: (await stat(objectFolder(name))).mtimeMs };
  }

  /** Writes to a temporary file next to the parts; it is renamed to a part once it is completely on disk. */
  async function receive(
    upload: Upload,
    number: number,
    { size, most, md5: announced, body }: Incoming,
  ): Promise<Part> {
    if (size > most) throw new OssError('EntityTooLarge');
    await checkFreeSpace(size);
    const folder = uploadFolder(upload);
    if (!(await partsIn(folder))) throw new OssError('NoSuchUpload');
    const temporary = join(unfinished, upload.name, `${newUploadId()}.tmp`);
    const hash = createHash('md5');
    let received = 0;
    try {
      const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
        throw isMissing(error) ? new OssError('NoSuchUpload') : error;
      });
      try {
        for await (const chunk of body) {
          hash.update(chunk);
          received += chunk.length;
          await file.appendFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      if (received !== size) throw new OssError('IncompleteBody');
      const digest = hash.digest();
      if (announced !== undefined && announced !== digest.toString('base64')) throw new OssError('InvalidDigest');
      const part = { number, size, md5: digest.toString('hex').toUpperCase() };
      await runExclusive(upload.name, async () => {
        const before = await partsIn(folder);
        if (!before) throw new OssError('NoSuchUpload');
        if (totalSize(before.filter((one) => one.number !== number)) + size > most)
          throw new OssError('EntityTooLarge');
        await rename(temporary, join(folder, partFile(part)));
        for (const old of before)
          if (old.number === number && partFile(old) !== partFile(part))
            await rm(join(folder, partFile(old)), { force: true });
        await syncFolder(folder);
      });
      return part;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Idempotent: a retry after a lost response gets the same response. */
  const finish = (upload: Upload, listed: ListedPart[]): Promise<StoredObject> =>
    runExclusive(upload.name, async () => {
      const { name } = upload;
      const folder = uploadFolder(upload);
      const [parts, existing] = [await partsIn(folder), await findByName(name)];
      if (existing) {
        // Removes the uploads in progress, so that none can replace the object.
        await removeFolder(join(unfinished, name));
        if (!hasSameParts(existing.parts, listed)) throw new OssError(parts ? 'FileAlreadyExists' : 'NoSuchUpload');
        return existing;
      }
      if (!parts) throw new OssError('NoSuchUpload');
      const matched = listed.map(({ number, md5 }) => parts.find((part) => part.number === number && part.md5 === md5));
      if (matched.includes(undefined)) throw new OssError('InvalidPart');
      const finalParts = matched as Part[];
      if (finalParts.slice(0, -1).some(({ size }) => size < partMin)) throw new OssError('EntityTooSmall');
      const files = new Set(finalParts.map(partFile));
      for (const file of await readdir(folder)) if (!files.has(file)) await rm(join(folder, file), { force: true });
      await syncFolder(folder);
      await rename(folder, objectFolder(name));
      await syncFolder(objects);
      await removeFolder(join(unfinished, name));
      return (await findByName(name))!;
    });

  return {
    /** Starts an upload and replaces an earlier one, so that a name never takes more space than one object may. */
    begin: (key: string): Promise<string> =>
      runExclusive(nameOf(key), async () => {
        const upload = { name: nameOf(key), uploadId: newUploadId() };
        await removeFolder(join(unfinished, upload.name));
        await mkdir(uploadFolder(upload), { recursive: true, mode: 0o700 });
        return upload.uploadId;
      }),

    /**
     * Stores a part; the same number again replaces it.
     * @throws OssError NoSuchUpload, EntityTooLarge, IncompleteBody, InvalidDigest, ServiceUnavailable when the disk
     * is full
     */
    receive: (key: string, uploadId: string, number: number, incoming: Incoming): Promise<Part> =>
      receive(uploadOf(key, uploadId), number, incoming),

    /**
     * Stores a whole object. It is durable when this returns.
     * @throws OssError as `receive`, and FileAlreadyExists when it exists with other bytes.
     */
    async put(key: string, incoming: Incoming): Promise<StoredObject> {
      const upload = { name: nameOf(key), uploadId: newUploadId() };
      await mkdir(uploadFolder(upload), { recursive: true, mode: 0o700 });
      try {
        return await finish(upload, [await receive(upload, 1, incoming)]);
      } finally {
        await removeFolder(uploadFolder(upload));
        // The folder stays while another upload of that name uses it.
        await rmdir(join(unfinished, upload.name)).catch(() => undefined);
      }
    },

    /** The upload's parts so far. @throws OssError NoSuchUpload */
    async parts(key: string, uploadId: string): Promise<Part[]> {
      const parts = await partsIn(uploadFolder(uploadOf(key, uploadId)));
      if (!parts) throw new OssError('NoSuchUpload');
      return parts;
    },

    /**
     * Assembles an object from the listed parts. It is durable when this returns.
     * @throws OssError NoSuchUpload, InvalidPart, EntityTooSmall, FileAlreadyExists
     */
    finish: (key: string, uploadId: string, listed: ListedPart[]): Promise<StoredObject> =>
      finish(uploadOf(key, uploadId), listed),

    /** Aborts an upload and drops its parts. @throws OssError NoSuchUpload */
    abort: (key: string, uploadId: string): Promise<void> =>
      runExclusive(nameOf(key), async () => {
        const upload = uploadOf(key, uploadId);
        if (!(await partsIn(uploadFolder(upload)))) throw new OssError('NoSuchUpload');
        await removeFolder(join(unfinished, upload.name));
      }),

    /**
     * Removes an object and its uploads. The object is renamed away first, so that no reader sees an incomplete one.
     */
    remove: (key: string): Promise<void> =>
      runExclusive(nameOf(key), async () => {
        const upload = { name: nameOf(key), uploadId: newUploadId() };
        if (await partsIn(objectFolder(upload.name))) {
          await mkdir(join(unfinished, upload.name), { recursive: true, mode: 0o700 });
          await rename(objectFolder(upload.name), uploadFolder(upload));
          await syncFolder(objects);
        }
        await removeFolder(join(unfinished, upload.name));
      }),

    /** Null when there is none. */
    find: (key: string): Promise<StoredObject | null> => findByName(nameOf(key)),

    /** The bytes of a range, part after part. */
    async *read(key: string, { parts }: StoredObject, { from, to }: Range): AsyncGenerator<Buffer> {
      let start = 0;
      for (const part of parts) {
        const end = start + part.size - 1;
        if (end >= from && start <= to) {
          yield* createReadStream(join(objectFolder(nameOf(key)), partFile(part)), {
            start: Math.max(from - start, 0),
            end: Math.min(to, end) - start,
          });
        }
        start = end + 1;
      }
    },

    /** Removes uploads that have received no data since then. */
    async dropUnfinished(since: number): Promise<void> {
      for (const name of await readdir(unfinished)) {
        await runExclusive(name, async () => {
          const uploads = await readdir(join(unfinished, name));
          const times = await Promise.all(
            ['', ...uploads].map(async (one) => (await stat(join(unfinished, name, one))).mtimeMs),
          );
          if (Math.max(...times) < since) await removeFolder(join(unfinished, name));
        }).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      }
    },
  };
}
