// Accepts what a person's devices sent before they were trusted.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import { isUnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { reapplyChanges } from '../rows/changes.ts';
import { encryptionFieldsOf } from '../rows/messageOfRow.ts';
import { deleteIdentityRow, getIdentityRow } from '../keys/identityRows.ts';
import { pinsOf } from '../keys/tables.ts';
import type { Write } from '../rows/write.ts';

/**
 * Returns the ids of the person's trusted devices. The rows are read directly, because the encryption code is not
 * loaded here.
 */
async function trustedDevices(db: AccountDb, identifier: string): Promise<Set<string>> {
  const pins = await pinsOf(db, identifier).toArray();
  return new Set(pins.flatMap((pin) => (pin.identityKey && !pin.unapproved ? pin.deviceId : [])));
}

interface RetryDecryptionPorts extends Pick<AccountContext, 'db' | 'me'> {
  sealer: Sealer;
  write: Write;
}

/**
 * Decrypts a person's messages after another key of theirs is trusted. Messages that still cannot be decrypted keep
 * their reason.
 */
export async function retryDecryption(
  identifier: string,
  { db, me, sealer, write }: RetryDecryptionPorts,
): Promise<void> {
  const queued = await getIdentityRow(db, 'reopen:', identifier);
  const isTheirs = ({ userInfo }: ConversationRow) => userInfo.some((user) => user.identifier === identifier);
  // Own devices write in every private chat.
  const chats = await db.conversations
    .where({ type: 'private' })
    .filter((chat) => identifier === me.identifier || isTheirs(chat))
    .primaryKeys();
  for (const chat of chats) await retryDecryptionIn(chat, identifier, { db, sealer, write });
  await write(async () => {
    const now = await getIdentityRow(db, 'reopen:', identifier);
    if (now?.serial === queued?.serial) await deleteIdentityRow(db, 'reopen:', identifier);
  });
}

async function retryDecryptionIn(
  conversationId: string,
  identifier: string,
  { db, sealer, write }: Omit<RetryDecryptionPorts, 'me'>,
): Promise<void> {
  const inChat = () => rowsInOrder(db.messages, conversationId);
  // Waiting messages of newly trusted devices take effect now; their commands are requested again.
  await write(async ({ requestResend }) => {
    const trusted = await trustedDevices(db, identifier);
    const untrustedMessages = await inChat()
      .filter(
        ({ untrusted, content: { sender } }) =>
          untrusted === 1 && sender?.identifier === identifier && trusted.has(sender.deviceId),
      )
      .toArray();
    await db.messages.bulkPut(untrustedMessages.map(({ untrusted: _, ...message }) => message));
    await reapplyChanges(
      db,
      conversationId,
      untrustedMessages.map(({ id }) => id),
    );
    requestResend();
  });
  const unopened = await inChat()
    .filter(
      ({ unreadable, content }) => unreadable === 'untrusted_identity' && content.sender?.identifier === identifier,
    )
    .toArray();
  if (unopened.length === 0) return;
  await sealer.openAll(
    conversationId,
    unopened.map(({ content }) => content),
    (opened, commit) =>
      write(async ({ requestResend }) => {
        const here = await db.messages.bulkGet(unopened.map(({ id }) => id));
        const now = here.flatMap((row, index) => {
          const { content, fault, envelope, untrusted } = opened[index]!;
          if (!row?.unreadable) return [];
          const { unreadable: _, lostAt: __, ...rest } = row;
          if (!fault)
            return [
              {
                ...rest,
                content,
                ...encryptionFieldsOf(envelope, row.createdAt),
                ...(untrusted && { untrusted: 1 as const }),
              },
            ];
          if (!isUnreadableReason(fault.code)) return [];
          if (unreadableReasons[fault.code].remedy === 'repair') requestResend();
          return [{ ...row, unreadable: fault.code }];
        });
        await db.messages.bulkPut(now);
        await reapplyChanges(
          db,
          conversationId,
          now.map(({ id }) => id),
        );
        await commit();
      }),
  );
}
