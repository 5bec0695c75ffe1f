import { countUnread } from '@amber/client/unread';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settle } from '../testing/clock.ts';
import { startAlice } from '../testing/startAlice.ts';

const runs = Number(process.env['AMBER_RUNS'] ?? 1);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('says' as const),
      mentions: fc.boolean(),
      by: fc.constantFrom('bob', 'alice', ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('read' as const, 'readElsewhere' as const), back: fc.nat(4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('withdraw' as const, 'forget' as const, 'line' as const, 'again' as const),
      back: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away' as const), missed: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'older' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('newer' as const), from: fc.nat(20) }) },
);

it('R67 the counters of a conversation are what its messages say, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const one = await startAlice();
      const { gateway, db } = one;
      gateway.faults.page = 5;
      gateway.faults.newestFirst = true;
      const chat = gateway.addChat('g1', { type: 'group' });
      const says = (by: string, mentions: boolean) =>
        gateway.addContent('g1', {
          by: { identifier: by, deviceId: by && 'x' },
          type: 'text',
          message: JSON.stringify({ text: 'x', ...(mentions && { mentions: ['alice', 'carol'] }) }),
        });
      const caughtUp = async () => {
        one.reconnect();
        for (let place = -1; place !== chat.rows.length; place = (await db.cursors.get('g1'))?.seq ?? -1)
          await settle();
      };
      await caughtUp();
      const place = (back: number) => Math.max(1, chat.rows.length - back);
      const command = (cmdId: string, targets: string[]) =>
        one.pushRow(gateway.addContent('g1', { cmdId, type: cmdId, targets, message: '{}' }));
      const does: { [Kind in (typeof steps)[number]['kind']]: (given: never) => Promise<unknown> } = {
        says: ({ by, mentions }: { by: string; mentions: boolean }) => one.pushRow(says(by, mentions)),
        read: ({ back }: { back: number }) => one.markRead('g1', place(back)),
        readElsewhere: async ({ back }: { back: number }) => {
          chat.readSeq = Math.max(chat.readSeq, place(back));
          await caughtUp();
        },
        withdraw: async ({ back }: { back: number }) =>
          chat.rows.length > 0 && command('withdraw', [chat.rows[place(back) - 1]!.id]),
        forget: async ({ back }: { back: number }) =>
          chat.rows.length > 0 && one.forget({ conversationId: 'g1', ids: [chat.rows[place(back) - 1]!.id] }),
        line: () => command('slap', ['alice']),
        again: async ({ back }: { back: number }) => chat.rows.length > 0 && one.pushRow(chat.rows[place(back) - 1]!),
        away: async ({ missed }: { missed: number }) => {
          for (let index = 0; index < missed; index += 1) says('bob', index % 3 === 0);
          await caughtUp();
        },
        older: () => one.loadOlder({ conversationId: 'g1', beforeSeq: 0 }),
        newer: ({ from }: { from: number }) => one.loadNewer({ conversationId: 'g1', afterSeq: from }),
      };
      for (const given of steps) {
        await does[given.kind](given as never);
        await settle();
        // Read together: a catch-up may still be running.
        const [rows, conversation, cursor] = await db.transaction(
          'r',
          db.cursors,
          db.messages,
          db.conversations,
          async () =>
            [
              await db.messages.where({ conversationId: 'g1' }).toArray(),
              (await db.conversations.get('g1'))!,
              (await db.cursors.get('g1'))!,
            ] as const,
        );
        const { unread, mentions, readSeq } = conversation;
        const stored = countUnread(rows);
        const unfetched = (cursor.gaps ?? []).reduce(
          (sum, { after, before }) => sum + Math.max(0, before - 1 - Math.max(after, readSeq)),
          0,
        );
        expect({ unread, mentions }).toEqual({ ...stored, unread: stored.unread + unfetched });
        // The index agrees with the field it is built on.
        expect(
          rows.every((row) => (row.unread === 1) === !row.isRead && (row.mention === undefined || !row.isRead)),
        ).toBe(true);
      }
      await one.close();
    }),
    { numRuns: 40 * runs },
  );
});
