// Releases the files of deleted own messages: releases are persisted and sent to the gateway until it confirms them.
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { deleteIdentityRows, listIdentityIds } from '../keys/identityRows.ts';
import { enqueueFileRelease } from '../rows/fileReleaseQueue.ts';

export interface FileReleases {
  /** Persists a release and sends it. */
  release(name: string): Promise<void>;
  /** Sends the persisted releases. Those that cannot be sent now stay for later. */
  flush(): void;
}

export function createFileReleases({
  db,
  api,
  me,
  isUnapproved,
  warn,
}: Pick<AccountContext, 'db' | 'api' | 'me' | 'warn'> & {
  /** Whether this device is not approved yet: the gateway would refuse its releases, so they are not sent. */
  isUnapproved(): Promise<boolean>;
}): FileReleases {
  const queue = createKeyedQueue();

  async function sendAll(): Promise<void> {
    for (;;) {
      const names = await listIdentityIds(db, 'release:', limits.filesPerCall);
      if (names.length === 0 || (await isUnapproved())) return;
      const { releaseUnused } = await import(/* webpackChunkName: "files" */ './releaseUnused.ts');
      await releaseUnused({ db, api, me }, names);
      await db.transaction('rw', db.identity, () => deleteIdentityRows(db, 'release:', names));
    }
  }

  const flush = () => void queue.run([''], () => sendAll().catch(warn('release')));

  return {
    flush,
    async release(name) {
      await db.transaction('rw', db.identity, () => enqueueFileRelease(db, name));
      flush();
    },
  };
}
