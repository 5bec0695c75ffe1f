import type { EngineCalls } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { addGap, fillGaps, gapAbove, gapBelow, withDeletedRange } from '../rows/cursor.ts';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

type Older = Parameters<EngineCalls['loadOlder']>[0];
const page = limits.timelinePage;

/** Alice was away while a group got 300 rows: from Bob, from her other device, and commands among them. */
async function behind({ rows = 300, type = 'group' as 'group' | 'private', read = 0 } = {}) {
  const before = await startAlice();
  const { gateway } = before;
  const chat = gateway.addChat('g1', { type });
  before.reconnect();
  await eventually('the group', () => before.db.cursors.get('g1'));
  for (let index = 1; index <= 5; index += 1)
    await before.pushRow(gateway.addContent('g1', { type: 'text', message: `{"text":"${index}"}` }));
  await before.markRead('g1', 5);
  await before.close();
  for (let index = 6; index <= rows; index += 1) {
    const by = index % 10 === 0 ? { identifier: 'alice', deviceId: 'a2' } : { identifier: 'bob', deviceId: 'b1' };
    if (index % 25 === 0)
      gateway.addContent('g1', {
        by,
        cmdId: 'reaction',
        type: 'reaction',
        targets: [chat.rows[index - 3]!.id],
        message: '{"emoji":"👍","on":true}',
      });
    else if (index % 40 === 7 && type === 'group')
      gateway.addContent('g1', { by, cmdId: 'groupName', type: 'groupName', message: `{"name":"name ${index}"}` });
    else gateway.addContent('g1', { by, type: 'text', message: `{"text":"${index}"}` });
  }
  chat.readSeq = Math.max(5, read);
  gateway.faults.page = page;
  gateway.faults.newestFirst = true;
  const one = await startAlice(before);
  started.push(one);
  await eventually('the newest', async () => (await one.db.cursors.get('g1'))!.seq === rows);
  const places = async () =>
    (await one.db.messages.where({ conversationId: 'g1' }).sortBy('order')).map(({ seq }) => seq);
  return {
    ...one,
    places,
    gaps: async () => (await one.db.cursors.get('g1'))!.gaps,
    older: (beforeSeq: Older['beforeSeq']) => one.loadOlder({ conversationId: 'g1', beforeSeq }),
    newer: (afterSeq: number) => one.loadNewer({ conversationId: 'g1', afterSeq }),
    asked: () => gateway.requests('historyMessage.queryByGroup').length + gateway.requests('message.history').length,
    group: async () => (await one.db.conversations.get('g1'))!,
    unreadPositions: async () => {
      const { readSeq } = (await one.db.conversations.get('g1'))!;
      const { gaps = [] } = (await one.db.cursors.get('g1'))!;
      const stored = (await one.db.messages.where({ conversationId: 'g1' }).toArray()).filter(({ isRead }) => !isRead);
      return gaps.reduce(
        (sum, { after, before }) => sum + Math.max(0, before - 1 - Math.max(after, readSeq)),
        stored.length,
      );
    },
  };
}

const isMessage = (seq: number) => seq % 25 !== 0 || seq <= 5;

describe('R46 the newest window first', () => {
  it('R46 what is between is a gap, and noted', async () => {
    const one = await behind();
    expect(await one.gaps()).toEqual([{ after: 5, before: 300 - page + 1 }]);
    expect(await one.places()).toEqual([
      1,
      2,
      3,
      4,
      5,
      ...Array.from({ length: page }, (_, index) => 300 - page + 1 + index).filter(isMessage),
    ]);
    expect((await one.group()).unread).toBe(await one.unreadPositions());
  });

  it.each(['group', 'private'] as const)(
    'R46 R48 R69 scrolling up a %s fills it: nothing is skipped, nothing twice, the counts are right',
    async (type) => {
      const one = await behind({ type, read: 120 });
      const name = (await one.group()).name;
      // Everything after the read position counts until it is known what it is.
      expect((await one.group()).unread).toBe(await one.unreadPositions());
      for (let place = 300; await one.gaps(); place -= page) await one.older(place);
      expect(await one.places()).toEqual(Array.from({ length: 300 }, (_, index) => index + 1).filter(isMessage));
      expect(one.asked()).toBe(Math.ceil((300 - page - 5) / page));
      expect(one.gateway.requests(type === 'group' ? 'historyMessage.queryByGroup' : 'message.history')[0]).toEqual({
        conversationId: 'g1',
        beforeSeq: 251,
        limit: page,
      });
      // Every reaction found its message, whichever arrived first.
      expect(await one.db.messages.filter(({ reactions }) => reactions?.[0]?.by.length === 1).count()).toBe(
        Array.from({ length: 300 }, (_, index) => index + 1).filter((seq) => seq > 5 && seq % 25 === 0).length,
      );
      // A name of long ago is a line, not the name.
      expect((await one.group()).name).toBe(name);
      expect((await one.group()).unread).toBe(await one.unreadPositions());
      expect(
        one.events.filter(
          (event) =>
            event.type === 'messageArrived' &&
            event.preview !== '' &&
            Number(event.preview) <= 250 &&
            Number(event.preview) > 5,
        ),
      ).toEqual([]);
    },
  );

  it.each(['group', 'private'] as const)(
    'R67 R187 a %s is fetched from its read position downwards, and the counts stay right',
    async (type) => {
      const one = await behind({ type, read: 120 });
      await one.newer(115);
      expect(await one.gaps()).toEqual([
        { after: 5, before: 116 },
        { after: 115 + page, before: 300 - page + 1 },
      ]);
      expect((await one.group()).unread).toBe(await one.unreadPositions());
      // Nothing is requested twice, neither at once nor later.
      await Promise.all([one.newer(115), one.newer(115 + page), one.newer(115 + page)]);
      expect(one.asked()).toBe(2);
      await one.newer(115 + 2 * page);
      expect(await one.gaps()).toEqual([{ after: 5, before: 116 }]);
      expect(await one.places()).toEqual(
        Array.from({ length: 300 }, (_, index) => index + 1).filter((seq) => (seq <= 5 || seq > 115) && isMessage(seq)),
      );
      await one.markRead('g1', 200);
      expect((await one.group()).unread).toBe(await one.unreadPositions());
      await one.markRead('g1', 300);
      expect((await one.group()).unread).toBe(0);
    },
  );

  it('R46 while a page of it is here nothing is asked for', async () => {
    const one = await behind();
    await one.older(300 + 1);
    expect(one.asked()).toBe(1);
    await one.older(300 + 1);
    expect(one.asked()).toBe(1);
    await one.older(3);
    expect(one.asked()).toBe(1);
  });

  it('R46 who asks for the same gap meanwhile shares the call; a failed one may be asked again', async () => {
    const one = await behind();
    one.gateway.faults.offline = true;
    const failing = await Promise.allSettled([one.older(251), one.older(252)]);
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    one.gateway.faults.offline = false;
    const before = one.asked();
    await Promise.all([one.older(251), one.older(252), one.older(0)]);
    expect(one.asked()).toBe(before + 1);
  });

  it('R46 what is pushed meanwhile stays, and away again there are two gaps', async () => {
    const one = await behind();
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set('historyMessage.queryByGroup', held.promise);
    const older = one.older(251);
    await one.pushRow(one.gateway.addContent('g1', { type: 'text', message: '{"text":"live"}' }));
    held.resolve();
    await older;
    expect([(await one.places()).at(-1), await one.gaps()]).toEqual([301, [{ after: 5, before: 201 }]]);
    one.gateway.goOffline();
    for (let index = 0; index < 120; index += 1)
      one.gateway.addContent('g1', { type: 'text', message: '{"text":"more"}' });
    one.gateway.faults.offline = false;
    one.reconnect();
    await eventually('the newest', async () => (await one.db.cursors.get('g1'))!.seq === 421);
    expect(await one.gaps()).toEqual([
      { after: 5, before: 201 },
      { after: 301, before: 372 },
    ]);
    for (let place = 421; await one.gaps(); place = Math.max(1, place - page)) await one.older(place);
    expect(await one.places()).toEqual(
      Array.from({ length: 421 }, (_, index) => index + 1).filter((seq) => seq > 300 || isMessage(seq)),
    );
  });

  it('R46 who came late has no gap before that', async () => {
    const one = await startAlice();
    started.push(one);
    const chat = one.gateway.addChat('g2', { type: 'group' });
    for (let index = 0; index < 20; index += 1) one.gateway.addContent('g2', { type: 'text', message: '{"text":"x"}' });
    chat.joinedSeq = 10;
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g2'));
    expect(await one.db.cursors.get('g2')).toEqual({ conversationId: 'g2', epoch: 1, seq: 20 });
    await one.loadOlder({ conversationId: 'g2', beforeSeq: 11 });
    expect(one.gateway.requests('historyMessage.queryByGroup')).toEqual([]);
  });
});

describe('R46 gaps are what is missing', () => {
  const at = { conversationId: 'c', epoch: 1 };
  const missing = (cursor: { gaps?: { after: number; before: number }[] }) =>
    new Set(
      (cursor.gaps ?? []).flatMap(({ after, before }) =>
        Array.from({ length: Math.max(0, before - after - 1) }, (_, index) => after + 1 + index),
      ),
    );

  it('R46 whatever comes, goes and is fetched, they hold exactly the places that are not here', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('sync' as const), skip: fc.nat(6), take: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ kind: fc.constant('older' as const), from: fc.nat(60), take: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ kind: fc.constant('newer' as const), from: fc.nat(60), take: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ kind: fc.constant('evict' as const), from: fc.nat(40), take: fc.integer({ min: 1, max: 8 }) }),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let cursor: ReturnType<typeof addGap> = { ...at, seq: 0 };
        const here = new Set<number>();
        for (const step of all) {
          if (step.kind === 'sync') {
            const first = cursor.seq + 1 + step.skip;
            cursor = {
              ...addGap(cursor, { ...at, joinedSeq: 0, first: { seq: first, prevSeq: first - 1 } }),
              seq: first + step.take - 1,
            };
            for (let seq = first; seq < first + step.take; seq += 1) here.add(seq);
          } else if (step.kind === 'older') {
            const gap = gapAbove(cursor, step.from);
            if (!gap) continue;
            const from = Math.max(gap.after + 1, gap.before - step.take);
            for (let seq = from; seq < gap.before; seq += 1) here.add(seq);
            cursor = fillGaps(cursor, { after: from - 1, before: gap.before });
          } else if (step.kind === 'newer') {
            const gap = gapBelow(cursor, step.from);
            if (!gap) continue;
            const after = Math.max(gap.after, step.from);
            const before = Math.min(gap.before, after + 1 + step.take);
            for (let seq = after + 1; seq < before; seq += 1) here.add(seq);
            cursor = fillGaps(cursor, { after, before });
          } else {
            const upTo = Math.min(cursor.seq, step.from + step.take);
            if (step.from >= upTo) continue;
            for (let seq = step.from + 1; seq <= upTo; seq += 1) here.delete(seq);
            cursor = withDeletedRange(cursor, { after: step.from, before: upTo + 1 });
          }
          const lacking = Array.from({ length: cursor.seq }, (_, index) => index + 1).filter((seq) => !here.has(seq));
          expect([...missing(cursor)].sort((a, b) => a - b)).toEqual(lacking);
          expect(cursor.gaps).toEqual(cursor.gaps && [...cursor.gaps].sort((a, b) => a.after - b.after));
        }
      }),
      { numRuns: 500 * Number(process.env['AMBER_RUNS'] ?? 1) },
    );
  });
});
