// Objects on disk: each is a folder of its parts, renamed into place when complete, so that no reader sees an
// incomplete one.
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedConcurrencyLimit } from '../../core/keyedConcurrencyLimit.ts';
import type { Incoming, ObjectStorage, StoredObject } from './objectStorage.ts';
import { OssError } from './ossError.ts';
import {
  checkUploadId,
  chooseParts,
  createCheckedBody,
  etagOf,
  hasSameParts,
  isMissing,
  newUploadId,
  type Part,
  partFile,
  partsIn,
  readParts,
  totalSize,
} from './parts.ts';
import type { ListedPart } from './xml.ts';

/** An upload in progress. */
interface Upload {
  /** The object's name as a file name. */
  name: string;
  uploadId: string;
}

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

/** An object's name is its key in hex; file names have at most 255 bytes. */
const objectName = /^(?:[0-9a-f]{2}){1,127}$/;
export const isObjectName = (name: string): boolean => objectName.test(name);

export interface ObjectDisk extends ObjectStorage {
  /** The keys of all objects. */
  keys(): Promise<string[]>;
}

/**
 * Opens the folder, and creates it when missing. The changes of an object are serialized in this process, so only one
 * gateway may use the folder.
 * @param reserve bytes of the disk to leave for others, such as the database
 */
export async function openObjectDisk({ folder, reserve }: { folder: string; reserve: number }): Promise<ObjectDisk> {
  const [objects, unfinished] = [join(folder, 'objects'), join(folder, 'unfinished')];
  for (const one of [objects, unfinished]) await mkdir(one, { recursive: true, mode: 0o700 });

  /** Hex, because some file systems ignore the case of names. */
  const nameOf = (key: string): string => Buffer.from(key).toString('hex');
  const objectFolder = (name: string): string => join(objects, name);
  const uploadFolder = ({ name, uploadId }: Upload): string => join(unfinished, name, uploadId);

  function uploadOf(key: string, uploadId: string): Upload {
    checkUploadId(uploadId);
    return { name: nameOf(key), uploadId };
  }

  /** Serializes the changes of one object. */
  const runExclusive = createKeyedConcurrencyLimit({ waitingMax: Infinity });

  async function checkFreeSpace(size: number): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize - size < reserve) throw new OssError('ServiceUnavailable');
  }

  async function toObject(name: string, parts: Part[]): Promise<StoredObject> {
    return {
      size: totalSize(parts),
      etag: etagOf(parts),
      storedAt: (await stat(objectFolder(name))).mtimeMs,
      read: (range) =>
        readParts(parts, range, (part, { from: start, to: end }) =>
          createReadStream(join(objectFolder(name), partFile(part)), { start, end }),
        ),
    };
  }

  /** Writes to a temporary file next to the parts; it is renamed to a part once it is completely on disk. */
  async function receive(upload: Upload, number: number, incoming: Incoming): Promise<Part> {
    const { size, most } = incoming;
    if (size > most) throw new OssError('EntityTooLarge');
    await checkFreeSpace(size);
    const folder = uploadFolder(upload);
    if (!(await partsIn(folder))) throw new OssError('NoSuchUpload');
    const temporary = join(unfinished, upload.name, `${newUploadId()}.tmp`);
    const body = createCheckedBody(incoming);
    try {
      const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
        throw isMissing(error) ? new OssError('NoSuchUpload') : error;
      });
      try {
        for await (const chunk of body.chunks) await file.appendFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      const part = { number, size, md5: body.md5() };
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

  const finish = (upload: Upload, listed: ListedPart[]): Promise<StoredObject> =>
    runExclusive(upload.name, async () => {
      const { name } = upload;
      const folder = uploadFolder(upload);
      const [parts, existing] = [await partsIn(folder), await partsIn(objectFolder(name))];
      if (existing) {
        // Removes the uploads in progress, so that none can replace the object.
        await removeFolder(join(unfinished, name));
        if (!hasSameParts(existing, listed)) throw new OssError(parts ? 'FileAlreadyExists' : 'NoSuchUpload');
        return toObject(name, existing);
      }
      if (!parts) throw new OssError('NoSuchUpload');
      const finalParts = chooseParts(parts, listed);
      const files = new Set(finalParts.map(partFile));
      for (const file of await readdir(folder)) if (!files.has(file)) await rm(join(folder, file), { force: true });
      await syncFolder(folder);
      await rename(folder, objectFolder(name));
      await syncFolder(objects);
      await removeFolder(join(unfinished, name));
      return toObject(name, finalParts);
    });

  return {
    begin: (key: string): Promise<string> =>
      runExclusive(nameOf(key), async () => {
        const upload = { name: nameOf(key), uploadId: newUploadId() };
        await removeFolder(join(unfinished, upload.name));
        await mkdir(uploadFolder(upload), { recursive: true, mode: 0o700 });
        return upload.uploadId;
      }),

    receive: (key: string, uploadId: string, number: number, incoming: Incoming): Promise<Part> =>
      receive(uploadOf(key, uploadId), number, incoming),

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

    async parts(key: string, uploadId: string): Promise<Part[]> {
      const parts = await partsIn(uploadFolder(uploadOf(key, uploadId)));
      if (!parts) throw new OssError('NoSuchUpload');
      return parts;
    },

    finish: (key: string, uploadId: string, listed: ListedPart[]): Promise<StoredObject> =>
      finish(uploadOf(key, uploadId), listed),

    abort: (key: string, uploadId: string): Promise<void> =>
      runExclusive(nameOf(key), async () => {
        const upload = uploadOf(key, uploadId);
        if (!(await partsIn(uploadFolder(upload)))) throw new OssError('NoSuchUpload');
        await removeFolder(join(unfinished, upload.name));
      }),

    /** The object is renamed away first, so that no reader sees an incomplete one. */
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

    async find(key) {
      const parts = await partsIn(objectFolder(nameOf(key)));
      return parts && toObject(nameOf(key), parts);
    },

    keys: async () => (await readdir(objects)).filter(isObjectName).map((name) => Buffer.from(name, 'hex').toString()),

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
