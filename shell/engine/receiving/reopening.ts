// Opens what a person sent under a key that was not trusted then.
import type { AccountDb } from '@amber/client/db';
import { isUnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { privateChatWith } from '../people/privateChats.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { refold } from './changes.ts';
import { sealedMarks } from './messageOfRow.ts';
import type { Write } from './write.ts';

/** Must be called when another key of this person is trusted; what can still not be opened keeps its reason. */
export async function reopen(
  identifier: string,
  { db, sealer, write }: { db: AccountDb; sealer: Sealer; write: Write },
): Promise<void> {
  const conversationId = await privateChatWith(db, identifier);
  const inChat = () =>
    db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]);
  // What came from their devices while these waited counts from now on; commands among it are asked for.
  await write(async ({ requestResend }) => {
    const waiting = await inChat()
      .filter(({ untrusted, content }) => untrusted === 1 && content.sender?.identifier === identifier)
      .toArray();
    await db.messages.bulkPut(waiting.map(({ untrusted: _, ...message }) => message));
    await refold(
      db,
      conversationId,
      waiting.map(({ id }) => id),
    );
    if (conversationId) requestResend();
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
          const { content, fault, said } = opened[index]!;
          if (!row?.unreadable) return [];
          const { unreadable: _, lostAt: __, ...kept } = row;
          if (!fault) return [{ ...kept, content, ...sealedMarks(said, row.createdAt) }];
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
