// Accepts what a person's devices sent before they were trusted.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { isUnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import type { Sealer } from '../sealing/sealer.ts';
import { refold } from '../rows/changes.ts';
import { sealedMarks } from '../rows/messageOfRow.ts';
import { reopenKey, type ToReopen } from '../rows/noteReopen.ts';
import type { Write } from '../rows/write.ts';

/** Those of a person's devices whose messages count. Pins are the sealing code's, which is not loaded here. */
async function trustedDevices(db: AccountDb, identifier: string): Promise<Set<string>> {
  const pins = (await db.pins
    .where('[identifier+deviceId]')
    .between([identifier, ''], [identifier, '\uffff'])
    .toArray()) as { deviceId: string; identityKey?: unknown; unapproved?: true }[];
  return new Set(pins.flatMap((pin) => (pin.identityKey && !pin.unapproved ? pin.deviceId : [])));
}

interface ReopenPorts {
  db: AccountDb;
  me: Device;
  sealer: Sealer;
  write: Write;
}

/** Must be called when another key of this person is trusted; what can still not be opened keeps its reason. */
export async function reopen(identifier: string, { db, me, sealer, write }: ReopenPorts): Promise<void> {
  const key = reopenKey(identifier);
  const noted = (await db.identity.get(key)) as ToReopen | undefined;
  const isTheirs = ({ userInfo }: ConversationRow) => userInfo.some((user) => user.identifier === identifier);
  // Own devices write in every chat.
  const chats = await db.conversations
    .where({ type: 'private' })
    .filter((chat) => identifier === me.identifier || isTheirs(chat))
    .primaryKeys();
  for (const chat of chats) await reopenIn(chat, identifier, { db, sealer, write });
  await write(async () => {
    const now = (await db.identity.get(key)) as ToReopen | undefined;
    if (now?.serial === noted?.serial) await db.identity.delete(key);
  });
}

async function reopenIn(
  conversationId: string,
  identifier: string,
  { db, sealer, write }: Omit<ReopenPorts, 'me'>,
): Promise<void> {
  const inChat = () =>
    db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]);
  // Commands among what waited are asked for.
  await write(async ({ requestResend }) => {
    const trusted = await trustedDevices(db, identifier);
    const waiting = await inChat()
      .filter(
        ({ untrusted, content: { sender } }) =>
          untrusted === 1 && sender?.identifier === identifier && trusted.has(sender.deviceId),
      )
      .toArray();
    await db.messages.bulkPut(waiting.map(({ untrusted: _, ...message }) => message));
    await refold(
      db,
      conversationId,
      waiting.map(({ id }) => id),
    );
    requestResend();
  });
  const closed = await inChat()
    .filter(
      ({ unreadable, content }) => unreadable === 'untrusted_identity' && content.sender?.identifier === identifier,
    )
    .toArray();
  if (closed.length === 0) return;
  await sealer.openAll(
    conversationId,
    closed.map(({ content }) => content),
    (opened, commit) =>
      write(async ({ requestResend }) => {
        const here = await db.messages.bulkGet(closed.map(({ id }) => id));
        const now = here.flatMap((row, index) => {
          const { content, fault, said, untrusted } = opened[index]!;
          if (!row?.unreadable) return [];
          const { unreadable: _, lostAt: __, ...kept } = row;
          if (!fault)
            return [
              { ...kept, content, ...sealedMarks(said, row.createdAt), ...(untrusted && { untrusted: 1 as const }) },
            ];
          if (!isUnreadableReason(fault.code)) return [];
          if (unreadableReasons[fault.code].remedy === 'repair') requestResend();
          return [{ ...row, unreadable: fault.code }];
        });
        await db.messages.bulkPut(now);
        await refold(
          db,
          conversationId,
          now.map(({ id }) => id),
        );
        await commit();
      }),
  );
}
