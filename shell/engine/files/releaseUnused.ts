// Releases the files that no own message refers to any more.
import type { Device } from '@amber/proto';
import type { AccountDb } from '@amber/client/db';
import { fileTypes } from '@amber/proto/bodies';
import { objectNameOf } from '@amber/proto/objectName';
import type { AccountContext } from '../kit/accountContext.ts';
import { fileUriOf } from '../rows/fileReleaseQueue.ts';

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

/** Releases those of the files that are not in use. */
export async function releaseUnused(
  { db, api, me }: Pick<AccountContext, 'db' | 'api' | 'me'>,
  names: readonly string[],
): Promise<void> {
  const inUse = await namesInUse(db, me, names);
  const unused = names.filter((name) => !inUse.has(name));
  if (unused.length > 0) await api.file.release({ names: unused });
}
