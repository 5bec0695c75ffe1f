// Objects in a bucket: each part is an object of the bucket under a name of its own, and the database lists the parts,
// so that a reader on any gateway sees an object whole or not at all.
import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { createKeyedConcurrencyLimit } from '../../core/keyedConcurrencyLimit.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Transaction } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import type { BucketClient } from './bucketClient.ts';
import type { Incoming, ObjectStorage, StoredObject } from './objectStorage.ts';
import { OssError } from './ossError.ts';
import {
  checkUploadId,
  chooseParts,
  createCheckedBody,
  etagOf,
  hasSameParts,
  newUploadId,
  type Part,
  readParts,
  totalSize,
} from './parts.ts';
import type { ListedPart } from './xml.ts';

interface BucketPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  client: BucketClient;
}

/** A part with its name in the bucket. */
interface NamedPart extends Part {
  name: string;
}

/** Part of the key of an advisory lock, so that it differs from those of other subjects. */
export const lockSubject = 0x66_69_6c_65;
/** Literals, so that PostgreSQL sees that the index of the parts that are not stored contains them. */
const [writing, discarded] = [sql.lit('writing' as const), sql.lit('discarded' as const)];
/** Removals of one batch run at the same time. */
const removalBatch = 20;

/** A part may be replaced, and its object in the bucket never: two gateways that receive the same part do not meet. */
const newPartName = (key: string): string => `${key}/${randomBytes(16).toString('hex')}`;

/** The parts of an upload, or of the object that it has become. */
async function partsOf(tx: Pick<Transaction, 'selectFrom'>, uploadId: string): Promise<NamedPart[]> {
  const rows = await tx
    .selectFrom('bucket_part')
    .select(['name', 'number', 'size', 'md5'])
    .where('upload', '=', uploadId)
    .where('state', '=', 'stored')
    .orderBy('number')
    .execute();
  return rows.map(({ md5, ...part }) => ({ ...part, md5: md5! }));
}

export function createObjectBucket({ db, clock, client }: BucketPorts): ObjectStorage {
  const runExclusive = createKeyedConcurrencyLimit({ waitingMax: Infinity });
  /**
   * Serializes the changes of one object on all gateways. No request to the bucket happens meanwhile. In this gateway they
   * wait without a connection to the database, so that many requests for one object leave connections for the others.
   */
  const changeObject = <T>(key: string, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    runExclusive(key, () =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${lockSubject}))`.execute(tx);
        return work(tx);
      }),
    );

  /**
   * Parts without an upload: the sweep removes them from the bucket. One that is being written, or whose writing failed,
   * stays for a day, because its object might appear after the removal.
   */
  const detachParts = (tx: Transaction) =>
    tx.updateTable('bucket_part').set({
      state: sql`case state when 'writing' then 'writing' else 'discarded' end`,
      upload: null,
      changed_at: clock(),
    });

  /** Drops the uploads in progress; with `all` the object, too. */
  async function dropUploads(tx: Transaction, key: string, { all = false } = {}): Promise<void> {
    const dropped = tx
      .selectFrom('bucket_upload')
      .select('id')
      .where('key', '=', key)
      .$if(!all, (query) => query.where('finished_at', 'is', null));
    await detachParts(tx).where('upload', 'in', dropped).execute();
    await tx.deleteFrom('bucket_upload').where('id', 'in', dropped).execute();
  }

  /** The upload in progress. @throws OssError NoSuchUpload */
  async function touchUpload(tx: Pick<Transaction, 'updateTable'>, key: string, uploadId: string): Promise<void> {
    checkUploadId(uploadId);
    const found = await tx
      .updateTable('bucket_upload')
      .set({ touched_at: clock() })
      .where('id', '=', uploadId)
      .where('key', '=', key)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!found) throw new OssError('NoSuchUpload');
  }

  /** The parts are listed once they are read, because the size is asked for more often. */
  const toObject = ({ id, finished_at, size, etag }: Selectable<Tables['bucket_upload']>): StoredObject => ({
    size: size!,
    etag: etag!,
    storedAt: finished_at!,
    async *read(range) {
      const parts = await partsOf(db, id);
      // It has been removed meanwhile.
      if (totalSize(parts) !== size) throw new OssError('NoSuchKey');
      yield* readParts(parts, range, ({ name }, within) => client.read(name, within));
    },
  });

  async function findObject(tx: Pick<Transaction, 'selectFrom'>, key: string): Promise<StoredObject | null> {
    const upload = await tx
      .selectFrom('bucket_upload')
      .selectAll()
      .where('key', '=', key)
      .where('finished_at', 'is not', null)
      .executeTakeFirst();
    return upload ? toObject(upload) : null;
  }

  /** Makes a part that was written a part of its upload. @throws OssError NoSuchUpload, EntityTooLarge */
  async function addPart(
    tx: Transaction,
    { key, uploadId, most }: { key: string; uploadId: string; most: number },
    { name, number, size, md5 }: NamedPart,
  ): Promise<void> {
    await touchUpload(tx, key, uploadId);
    const { others } = await tx
      .selectFrom('bucket_part')
      .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('others'))
      .where('upload', '=', uploadId)
      .where('state', '=', 'stored')
      .where('number', '<>', number)
      .executeTakeFirstOrThrow();
    if (others + size > most) throw new OssError('EntityTooLarge');
    await detachParts(tx)
      .where('upload', '=', uploadId)
      .where('number', '=', number)
      .where('state', '=', 'stored')
      .execute();
    const added = await tx
      .updateTable('bucket_part')
      .set({ state: 'stored', md5, changed_at: clock() })
      .where('name', '=', name)
      .where('upload', '=', uploadId)
      .returning('name')
      .executeTakeFirst();
    if (!added) throw new OssError('NoSuchUpload');
  }

  /** @param open makes sure that the upload exists */
  async function writePart<T>(
    { key, uploadId, number }: { key: string; uploadId: string; number: number },
    incoming: Incoming,
    { open, store }: { open(tx: Transaction): Promise<unknown>; store(tx: Transaction, part: NamedPart): Promise<T> },
  ): Promise<T> {
    const { size, most } = incoming;
    if (size > most) throw new OssError('EntityTooLarge');
    const name = newPartName(key);
    // The row precedes the object, so that the bucket never contains an object without a row.
    await changeObject(key, async (tx) => {
      await open(tx);
      await tx
        .insertInto('bucket_part')
        .values({ name, upload: uploadId, number, size, state: 'writing', changed_at: clock() })
        .execute();
    });
    const body = createCheckedBody(incoming);
    await client.write(name, size, body.chunks);
    return changeObject(key, (tx) => store(tx, { name, number, size, md5: body.md5() }));
  }

  /** An error is returned, because throwing it would roll back. @throws OssError */
  async function finishUpload(
    tx: Transaction,
    { key, uploadId }: { key: string; uploadId: string },
    listed: ListedPart[],
  ): Promise<StoredObject | OssError> {
    const uploads = await tx.selectFrom('bucket_upload').selectAll().where('key', '=', key).execute();
    const existing = uploads.find(({ finished_at }) => finished_at !== null);
    const upload = uploads.find(({ id, finished_at }) => id === uploadId && finished_at === null);
    if (existing) {
      const parts = await partsOf(tx, existing.id);
      // Drops the uploads in progress, so that none can replace the object.
      await dropUploads(tx, key);
      if (!hasSameParts(parts, listed)) return new OssError(upload ? 'FileAlreadyExists' : 'NoSuchUpload');
      return toObject(existing);
    }
    if (!upload) throw new OssError('NoSuchUpload');
    const parts = chooseParts(await partsOf(tx, uploadId), listed);
    await detachParts(tx)
      .where('upload', '=', uploadId)
      .where(sql<boolean>`name <> all(${parts.map(({ name }) => name)})`)
      .execute();
    const finished = await tx
      .updateTable('bucket_upload')
      .set({ finished_at: clock(), size: totalSize(parts), etag: etagOf(parts) })
      .where('id', '=', uploadId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await dropUploads(tx, key);
    return toObject(finished);
  }

  /** Drops uploads that have received no data since then, and parts whose writing failed before. */
  const discardOld = (since: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const old = tx
        .selectFrom('bucket_upload')
        .select('id')
        .where('finished_at', 'is', null)
        .where('touched_at', '<', since);
      const discard = () =>
        tx.updateTable('bucket_part').set({ state: 'discarded', upload: null, changed_at: clock() });
      // Two statements, because one with both conditions would read all parts.
      await discard().where('upload', 'in', old).execute();
      await discard().where('state', '=', writing).where('changed_at', '<', since).execute();
      await tx
        .deleteFrom('bucket_upload')
        .where('finished_at', 'is', null)
        .where('touched_at', '<', since)
        // It may have received a part since the statement before.
        .where(sql<boolean>`not exists (select from bucket_part where upload = bucket_upload.id)`)
        .execute();
    });

  /** @throws OssError ServiceUnavailable; what is left is removed by the next sweep. */
  async function removeDiscarded(): Promise<void> {
    for (;;) {
      const rows = await db
        .selectFrom('bucket_part')
        .select('name')
        .where('state', '=', discarded)
        .orderBy('changed_at')
        .limit(removalBatch)
        .execute();
      if (rows.length === 0) return;
      const names = rows.map(({ name }) => name);
      await Promise.all(names.map(client.remove));
      await db.deleteFrom('bucket_part').where('name', 'in', names).where('state', '=', discarded).execute();
    }
  }

  return {
    begin: (key) =>
      changeObject(key, async (tx) => {
        await dropUploads(tx, key);
        const id = newUploadId();
        await tx.insertInto('bucket_upload').values({ id, key, touched_at: clock() }).execute();
        return id;
      }),
    receive: (key, uploadId, number, incoming) =>
      writePart({ key, uploadId, number }, incoming, {
        open: (tx) => touchUpload(tx, key, uploadId),
        async store(tx, part) {
          await addPart(tx, { key, uploadId, most: incoming.most }, part);
          return part;
        },
      }),
    async put(key, incoming) {
      const uploadId = newUploadId();
      const stored = await writePart({ key, uploadId, number: 1 }, incoming, {
        open: (tx) => tx.insertInto('bucket_upload').values({ id: uploadId, key, touched_at: clock() }).execute(),
        async store(tx, part) {
          const existing = await findObject(tx, key);
          if (!existing) await addPart(tx, { key, uploadId, most: incoming.most }, part);
          return finishUpload(tx, { key, uploadId }, [part]);
        },
      });
      // Its upload may be gone, because the other one has dropped it.
      if (stored instanceof OssError) throw new OssError('FileAlreadyExists');
      return stored;
    },
    async parts(key, uploadId) {
      await touchUpload(db, key, uploadId);
      return partsOf(db, uploadId);
    },
    async finish(key, uploadId, listed) {
      checkUploadId(uploadId);
      const finished = await changeObject(key, (tx) => finishUpload(tx, { key, uploadId }, listed));
      if (finished instanceof OssError) throw finished;
      return finished;
    },
    abort: (key, uploadId) =>
      changeObject(key, async (tx) => {
        await touchUpload(tx, key, uploadId);
        await dropUploads(tx, key);
      }),
    remove: (key) => changeObject(key, (tx) => dropUploads(tx, key, { all: true })),
    find: (key) => findObject(db, key),
    async dropUnfinished(since) {
      await discardOld(since);
      await removeDiscarded();
    },
  };
}
