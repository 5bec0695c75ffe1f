// The queue of files of deleted own messages, whose release the gateway has still to be notified of.
import type { AccountDb, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { fileTypes, readFile } from '@amber/proto/bodies';
import { objectNameOf } from '@amber/proto/objectName';
import { rowsInOrder } from './rowsInOrder.ts';
import { putIdentityRow } from '../keys/identityRows.ts';

/** Queues the release of the object at this URI. Must be called inside a transaction that holds `identity`. */
export async function enqueueFileRelease(db: AccountDb, uri: string): Promise<void> {
  const name = objectNameOf(uri);
  if (name) await putIdentityRow(db, 'release:', {}, name);
}

/** Returns the URI of the message's uploaded file; empty if it has none. */
export const fileUriOf = ({ content }: MessageRow): string => readFile(content)?.file.uri ?? '';

/**
 * Queues the releases of the files of a conversation that is deleted from this device: those of messages that were
 * never sent, and with `me` also those of everything that this account has sent, since the conversation no longer
 * exists for anybody. Must be called inside a transaction that holds `messages`, `outbox` and `identity`.
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
  const outboxRows = await rowsInOrder(db.outbox, conversationId).toArray();
  for (const uri of [...mine.map(fileUriOf), ...outboxRows.map(({ resume }) => resume?.name ?? '')])
    await enqueueFileRelease(db, uri);
}
