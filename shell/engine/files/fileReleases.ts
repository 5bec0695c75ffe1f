// Releases the files of deleted own messages: releases are persisted and sent to the gateway until it confirms them.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { fileTypes } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { objectNameOf } from '@amber/proto/objectName';
import type { AccountContext } from '../kit/accountContext.ts';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { deleteIdentityRows, listIdentityIds } from '../keys/identityRows.ts';
import { enqueueFileRelease, fileUriOf } from '../rows/fileReleaseQueue.ts';

export interface FileReleases {
  /** Persists a release and sends it. */
  release(name: string): Promise<void>;
  /** Sends the persisted releases. Those that cannot be sent now stay for later. */
  flush(): void;
}

/**
 * Returns which of these files another own message still refers to: a forwarded file is one object with one hold,
 * however many messages of this account it is in.
 */
async function namesInUse(db: AccountDb, me: Device, names: readonly string[]): Promise<Set<string>> {
  const types: readonly string[] = fileTypes;
  const inUse = new Set<string>();
  await db.messages
    .filter(
      ({ content, withdrawn }) =>
        types.includes(content.type) && !withdrawn && content.sender?.identifier === me.identifier,
    )
    .each((message) => {
      const name = objectNameOf(fileUriOf(message));
      if (name && names.includes(name)) inUse.add(name);
    });
  return inUse;
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
      const inUse = await namesInUse(db, me, names);
      const unused = names.filter((name) => !inUse.has(name));
      if (unused.length > 0) await api.file.release({ names: unused });
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
