// Releases the files of deleted own messages: releases are persisted and sent to the gateway until it confirms them.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { enqueueFileRelease, fileReleasePrefix } from '../rows/fileReleaseQueue.ts';

export interface FileReleases {
  /** Persists a release and sends it. */
  release(name: string): Promise<void>;
  /** Sends the persisted releases. Those that cannot be sent now stay for later. */
  flush(): void;
}

export function createFileReleases({
  db,
  api,
  isUnapproved,
  onError,
}: {
  db: AccountDb;
  api: Api;
  /** Whether this device is not approved yet: the gateway would refuse its releases, so they are not sent. */
  isUnapproved(): Promise<boolean>;
  onError(thrown: unknown): void;
}): FileReleases {
  const queue = createKeyedQueue();

  async function sendAll(): Promise<void> {
    for (;;) {
      const keys = await db.identity
        .where('key')
        .startsWith(fileReleasePrefix)
        .limit(limits.filesPerCall)
        .primaryKeys();
      if (keys.length === 0 || (await isUnapproved())) return;
      await api.file.release({ names: keys.map((key) => key.slice(fileReleasePrefix.length)) });
      await db.transaction('rw', db.identity, () => db.identity.bulkDelete(keys));
    }
  }

  const flush = () => void queue.run([''], () => sendAll().catch(onError));

  return {
    flush,
    async release(name) {
      await db.transaction('rw', db.identity, () => enqueueFileRelease(db, name));
      flush();
    },
  };
}
