// Notes the files of deleted own messages, which the gateway has still to be told of.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { fileTypes, readFile } from '@amber/proto/bodies';
import { objectNameOf } from '@amber/proto/objectName';

/** Prefix of the name of an object that the gateway has still to be told of. Earlier builds ignore such a row. */
export const fileReleasePrefix = 'release:';

/** Notes that the object at this uri is released. Must be called inside a transaction that holds `identity`. */
export async function enqueueFileRelease(db: AccountDb, uri: string): Promise<void> {
  const name = objectNameOf(uri);
  if (name) await db.identity.put({ key: fileReleasePrefix + name });
}

/** Where the file of this message is stored; empty where it has none, or none that has been uploaded. */
export const fileUriOf = ({ content }: MessageRow): string => readFile(content)?.file.uri ?? '';

/**
 * Notes the files of a conversation that is removed from here: of what was never sent, and with `me` of all that this
 * person has sent, since nobody has the conversation any more. Must be called inside a transaction that holds
 * `messages`, `outbox` and `identity`.
 */
export async function enqueueFileReleases(db: AccountDb, conversationId: string, me?: Device): Promise<void> {
  const types: readonly string[] = fileTypes;
  const mine = await db.messages
    .where({ conversationId })
    .filter(
      ({ seq, content }) =>
        types.includes(content.type) && (seq === 0 || content.sender?.identifier === me?.identifier),
    )
    .toArray();
  const outboxRows = await db.outbox
    .where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, Infinity])
    .toArray();
  for (const uri of [...mine.map(fileUriOf), ...outboxRows.map(({ resume }) => resume?.name ?? '')])
    await enqueueFileRelease(db, uri);
}
