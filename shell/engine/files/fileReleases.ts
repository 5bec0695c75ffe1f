// Releases the files of deleted own messages: noted in a row first, then sent to the gateway until it confirms.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { fileTypes, readFile } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { objectNameOf } from '@amber/proto/objectName';
import { createQueue } from '../kit/queue.ts';

/** Prefix of the name of an object that the gateway has still to be told of. Earlier builds ignore such a row. */
const prefix = 'release:';

/** Notes that the object at this uri is released. Must be called inside a transaction that holds `identity`. */
export async function noteRelease(db: AccountDb, uri: string): Promise<void> {
  const name = objectNameOf(uri);
  if (name) await db.identity.put({ key: prefix + name });
}

/** Where the file of this message is stored; empty where it has none, or none that has been uploaded. */
export const uriOf = ({ content }: MessageRow): string => readFile(content)?.file.uri ?? '';

/**
 * Notes the files of a conversation that is removed from here: of what was never sent, and with `me` of all that this
 * person has sent, since nobody has the conversation any more. Must be called inside a transaction that holds
 * `messages`, `outbox` and `identity`.
 */
export async function noteReleasesIn(db: AccountDb, conversationId: string, me?: Device): Promise<void> {
  const types: readonly string[] = fileTypes;
  const mine = await db.messages
    .where({ conversationId })
    .filter(
      ({ seq, content }) =>
        types.includes(content.type) && (seq === 0 || content.sender?.identifier === me?.identifier),
    )
    .toArray();
  const waiting = await db.outbox
    .where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, Infinity])
    .toArray();
  for (const uri of [...mine.map(uriOf), ...waiting.map(({ resume }) => resume?.name ?? '')])
    await noteRelease(db, uri);
}

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
      const keys = await db.identity.where('key').startsWith(prefix).limit(limits.filesPerCall).primaryKeys();
      if (keys.length === 0 || (await waits())) return;
      await api.file.release({ names: keys.map((key) => key.slice(prefix.length)) });
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
