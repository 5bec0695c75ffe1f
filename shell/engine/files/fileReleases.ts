// Releases the files of deleted own messages: what is noted is sent to the gateway until it confirms.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { createQueue } from '../kit/queue.ts';
import { noteRelease, releasePrefix } from '../rows/noteReleases.ts';

export interface FileReleases {
  /** Notes it, and tells the gateway. */
  release(name: string): Promise<void>;
  /** Tells the gateway what is noted. What cannot be sent now stays noted. */
  goOn(): void;
}

export function createFileReleases({
  db,
  api,
  waits,
  failed,
}: {
  db: AccountDb;
  api: Api;
  /** Whether this device is not approved yet: then the gateway refuses, and all stays noted. */
  waits(): Promise<boolean>;
  failed(thrown: unknown): void;
}): FileReleases {
  const queue = createQueue();

  async function tellAll(): Promise<void> {
    for (;;) {
      const keys = await db.identity.where('key').startsWith(releasePrefix).limit(limits.filesPerCall).primaryKeys();
      if (keys.length === 0 || (await waits())) return;
      await api.file.release({ names: keys.map((key) => key.slice(releasePrefix.length)) });
      await db.transaction('rw', db.identity, () => db.identity.bulkDelete(keys));
    }
  }

  const goOn = () => void queue.run([''], () => tellAll().catch(failed));

  return {
    goOn,
    async release(name) {
      await db.transaction('rw', db.identity, () => noteRelease(db, name));
      goOn();
    },
  };
}
