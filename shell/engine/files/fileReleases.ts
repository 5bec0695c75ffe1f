// Releases the files of deleted own messages: what is noted is sent to the gateway until it confirms.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { enqueueFileRelease, fileReleasePrefix } from '../rows/fileReleaseQueue.ts';

export interface FileReleases {
  /** Notes it, and tells the gateway. */
  release(name: string): Promise<void>;
  /** Tells the gateway what is noted. What cannot be sent now stays noted. */
  flush(): void;
}

export function createFileReleases({
  db,
  api,
  isUnapproved,
  failed,
}: {
  db: AccountDb;
  api: Api;
  /** Whether this device is not approved yet: then the gateway refuses, and all stays noted. */
  isUnapproved(): Promise<boolean>;
  failed(thrown: unknown): void;
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

  const flush = () => void queue.run([''], () => sendAll().catch(failed));

  return {
    flush,
    async release(name) {
      await db.transaction('rw', db.identity, () => enqueueFileRelease(db, name));
      flush();
    },
  };
}
