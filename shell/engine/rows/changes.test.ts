import type { ChangeRow, MessageRow } from '@amber/client/db';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { applyChanges } from './changes.ts';
import { newContent } from './newContent.ts';
import { Fault } from '@amber/proto/faults';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const runs = Number(process.env['AMBER_RUNS'] ?? 1);
const started: Alice[] = [];
async function alice(): Promise<Alice> {
  started.push(await startAlice());
  return started.at(-1)!;
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const people = ['alice', 'bob', ''];
const message: MessageRow = {
  id: 'm',
  conversationId: 'c1',
  content: newContent({
    id: 'm',
    type: 'text',
    message: '{"text":"as sent"}',
    sender: { identifier: 'bob', deviceId: 'b1' },
  }),
  loading: false,
  pending: false,
  error: '',
  fault: '',
  createdAt: 1,
  isRead: true,
  seq: 1,
  order: 1,
  copy: 'open',
};

const change = fc.record({
  by: fc.constantFrom(...people),
  what: fc.oneof(
    fc.constant({ kind: 'withdraw' as const, message: '{}' }),
    fc.integer({ min: 0, max: 9 }).map((text) => ({ kind: 'edit' as const, message: `{"text":"${text}"}` })),
    fc
      .record({ emoji: fc.constantFrom('👍', '❤️'), on: fc.boolean() })
      .map((body) => ({ kind: 'reaction' as const, message: JSON.stringify(body) })),
    fc.constant({ kind: 'edit' as const, message: '' }),
    fc.constantFrom('', 'x', '{"emoji":3}').map((text) => ({ kind: 'reaction' as const, message: text })),
  ),
});
const changes = fc.array(change, { maxLength: 12 }).map((all) =>
  all.map(({ by, what }, index): ChangeRow => ({
    id: `change ${index}`,
    conversationId: 'c1',
    target: 'm',
    by,
    at: index,
    seq: index + 2,
    order: index + 2,
    ...what,
  })),
);

describe('R60 R189 changes of a message', () => {
  it('R60 R189 any order of arrival, in any portions, gives the same message', () => {
    fc.assert(
      fc.property(
        changes.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(all.length)),
        ),
        ([all, shuffled, cut]) => {
          const whole = applyChanges(message, all);
          expect(applyChanges(message, shuffled)).toEqual(whole);
          // Changes folded before are folded again with the rest.
          expect(applyChanges(applyChanges(message, shuffled.slice(0, cut)), shuffled)).toEqual(whole);
        },
      ),
      { numRuns: 300 * runs },
    );
  });

  it('R189 the result is what a reader expects who sees them one after the other', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const { withdrawn, edited, reactions = [], content } = applyChanges(message, all);
        expect(content).toEqual(message.content);
        expect(withdrawn?.at).toBe(all.find(({ kind }) => kind === 'withdraw')?.at);
        expect(edited?.at).toBe(
          all.findLast(({ kind, by, message: text }) => kind === 'edit' && by === 'bob' && text !== '')?.at,
        );
        for (const by of ['alice', 'bob']) {
          for (const emoji of ['👍', '❤️']) {
            const last = all.findLast(
              (one) => one.kind === 'reaction' && one.by === by && one.message.includes(`"emoji":"${emoji}"`),
            );
            expect(reactions.find((one) => one.emoji === emoji)?.by.includes(by) ?? false).toBe(
              last?.message.includes('"on":true') ?? false,
            );
          }
        }
        expect(
          reactions.every(
            ({ by }) =>
              by.length > 0 && new Set(by.filter((one) => one !== '')).size === by.filter((one) => one !== '').length,
          ),
        ).toBe(true);
      }),
      { numRuns: 300 * runs },
    );
  });

  it('R60 R45 a change that arrives before its message, with the message in another reply, holds', async () => {
    const one = await alice();
    await one.pushRow(
      one.gateway.addContent('c1', { cmdId: 'withdraw', type: 'withdraw', targets: ['late'], message: '{}' }),
    );
    await one.pushRow(
      one.gateway.addContent('c1', {
        cmdId: 'reaction',
        type: 'reaction',
        targets: ['late'],
        message: '{"emoji":"👍","on":true}',
      }),
    );
    await one.pushRow(one.gateway.addContent('c1', { id: 'late', type: 'text', message: '{"text":"x"}' }));
    expect(await one.message('late')).toMatchObject({
      withdrawn: { by: 'bob' },
      reactions: [{ emoji: '👍', by: ['bob'] }],
      content: { message: '{"text":"x"}' },
    });
    expect((await one.chat()).previewKind).toBe('withdrawn');
  });

  it('R60 R67 what was taken back before it came is not unread', async () => {
    const one = await alice();
    await one.pushRow(one.gateway.addContent('c1', { id: 'empty', type: 'text', message: '' }));
    expect([(await one.message('empty')).isRead, (await one.chat()).unread]).toEqual([true, 0]);
  });
});

const private$ = 'message.sendPrivateMessage';
const id = 'r'.repeat(24);

describe('commands in the outbox', () => {
  it('R189 a reaction is on screen before the network hears of it, and takes its place when the gateway has it', async () => {
    const one = await alice();
    const target = (await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'))).id;
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set(private$, held.promise);
    await one.command({
      id,
      conversationId: 'c1',
      cmdId: 'reaction',
      targets: [target],
      body: { emoji: '👍', on: true, text: '👍' },
    });
    expect((await one.message(target)).reactions).toEqual([{ emoji: '👍', by: ['alice'] }]);
    expect(await one.db.changes.get(id)).toMatchObject({ seq: 0 });
    held.resolve();
    await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
    expect(await one.db.changes.get(id)).toMatchObject({ seq: 2, order: 2, by: 'alice' });
    expect((await one.db.cursors.get('c1'))!.seq).toBe(2);
    expect(one.gateway.requests(private$)).toMatchObject([
      {
        id,
        content: [
          { cmdId: 'reaction', type: 'reaction', targets: [target], message: '{"emoji":"👍","on":true,"text":"👍"}' },
        ],
      },
    ]);
  });

  it('R189 what is too long is refused before it is kept', async () => {
    const one = await alice();
    await expect(
      one.command({ id, conversationId: 'c1', cmdId: 'edit', targets: ['x'], body: { text: 'x'.repeat(40_001) } }),
    ).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(await one.db.outbox.count()).toBe(0);
  });

  it('R189 R161 a refusal takes it off the screen again and says why; the outbox goes on', async () => {
    const one = await alice();
    const target = (await one.pushRow(one.gateway.addTextFromBob('c1', 'hello'))).id;
    one.gateway.faults.refuse.set(private$, (request) =>
      (request as { content: { cmdId: string }[] }).content[0]!.cmdId === 'edit' ? new Fault('NO_AUTH') : undefined,
    );
    await one.command({ id, conversationId: 'c1', cmdId: 'edit', targets: [target], body: { text: 'forged' } });
    const next = await one.sendText('next');
    await one.waitUntilSent(next);
    expect(one.events).toContainEqual({ type: 'refused', code: 'NO_AUTH' });
    expect([(await one.message(target)).edited, await one.db.changes.count(), await one.db.outbox.count()]).toEqual([
      undefined,
      0,
      0,
    ]);
    expect((await one.message(next)).error).toBe('');
  });

  it.each([
    ['withdraw', {}],
    ['edit', { text: 'better' }],
    ['reaction', { emoji: '👍', on: true, text: '👍' }],
  ] as const)('R60 R189 a refused %s leaves the message as it was', async (cmdId, body) => {
    const one = await alice();
    const mine = await one.sendText('mine');
    await one.waitUntilSent(mine);
    const before = await one.message(mine);
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set(private$, held.promise);
    one.gateway.faults.refuse.set(private$, () => new Fault('NO_MESSAGE'));
    await one.command({ id, conversationId: 'c1', cmdId, targets: [mine], body });
    expect(await one.message(mine)).not.toEqual(before);
    held.resolve();
    await eventually('the refusal', () => one.events.some((event) => event.type === 'refused'));
    expect([await one.message(mine), (await one.chat()).preview]).toEqual([before, 'mine']);
  });

  it('R174 given twice it is sent once; messages before it go before it', async () => {
    const one = await alice();
    one.gateway.faults.refuse.set(private$, () => new Fault('UNAVAILABLE'));
    const mine = await one.sendText('mine');
    for (let times = 0; times < 2; times += 1)
      await one.command({ id, conversationId: 'c1', cmdId: 'withdraw', targets: [mine], body: {} });
    expect((await one.message(mine)).withdrawn).toMatchObject({ by: 'alice' });
    await eventually('the wait', () => one.clock.hasTimerIn(3_000));
    one.gateway.faults.refuse.clear();
    await one.clock.advance(3_000);
    await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
    expect(one.gateway.chats.get('c1')!.rows.map((row) => row.id)).toEqual([mine, id]);
    expect(await one.message(mine)).toMatchObject({
      seq: 1,
      withdrawn: { by: 'alice' },
      content: { message: '{"text":"mine"}' },
    });
  });

  it('R174 a command given offline survives the end of the engine', async () => {
    const before = await alice();
    const target = (await before.pushRow(before.gateway.addTextFromBob('c1', 'hello'))).id;
    before.gateway.goOffline();
    await before.command({
      id,
      conversationId: 'c1',
      cmdId: 'reaction',
      targets: [target],
      body: { emoji: '👍', on: true, text: '👍' },
    });
    await before.close();
    before.gateway.faults.offline = false;
    const one = await startAlice(before);
    started.push(one);
    await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
    expect([before.gateway.chats.get('c1')!.rows.at(-1)!.id, (await one.message(target)).reactions]).toEqual([
      id,
      [{ emoji: '👍', by: ['alice'] }],
    ]);
  });

  it('R46 R63 an answer that comes over a gap waits for what is missing, and is carried out once', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g1'));
    one.gateway.addContent('g1', { id: 'missed', type: 'text', message: '{"text":"missed"}' });
    await one.command({ id, conversationId: 'g1', cmdId: 'inviteMember', targets: ['dave'], body: {} });
    await eventually('both', async () => (await one.db.cursors.get('g1'))!.seq === 2);
    expect((await one.db.members.get(['g1', 'dave']))?.lastName).toBe('dave');
    expect((await one.db.messages.where({ conversationId: 'g1' }).sortBy('order')).map((row) => row.id)).toEqual([
      'missed',
      id,
    ]);
    expect(await one.db.outbox.count()).toBe(0);
  });

  it('R63 what the gateway has written into the body is what this device takes', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g1'));
    await one.command({ id, conversationId: 'g1', cmdId: 'inviteMember', targets: ['dave'], body: {} });
    await eventually('Dave', () => one.db.members.get(['g1', 'dave']));
    expect(await one.message(id)).toMatchObject({ content: { type: 'system' }, seq: 1, isRead: true });
  });

  it('R64 R65 I quit: when the gateway agrees the group goes with all of it', async () => {
    const one = await alice();
    one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', () => one.db.cursors.get('g1'));
    await one.command({ id, conversationId: 'g1', cmdId: 'quitMember', body: {} });
    await eventually('the end', () => one.events.some(({ type }) => type === 'conversationLeft'));
    expect([await one.db.conversations.get('g1'), await one.db.cursors.get('g1'), await one.db.outbox.count()]).toEqual(
      [undefined, undefined, 0],
    );
  });

  it('R57 R60 in a sealed chat the text is sealed per device, the command and its target stay in clear', async () => {
    const one = await alice();
    one.gateway.addChat('s1', { encrypted: true });
    one.reconnect();
    await eventually('the chat', () => one.db.cursors.get('s1'));
    one.gateway.setDevices([{ identifier: 'bob', deviceId: 'b1' }]);
    const mine = await one.sendText('mine', 's1');
    await one.waitUntilSent(mine);
    await one.command({ id, conversationId: 's1', cmdId: 'withdraw', targets: [mine], body: {} });
    await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
    expect(one.gateway.requests(private$).at(-1)).toMatchObject({
      content: [{ cmdId: 'withdraw', targets: [mine], to: { deviceId: 'b1' } }],
    });
    expect(await one.message(mine)).toMatchObject({ withdrawn: { by: 'alice' } });
    // Its own row is echoed without content: nothing is doubled.
    const row = { ...one.gateway.chats.get('s1')!.rows.at(-1)!, content: null, copy: 'acked' as const };
    one.gateway.socket().push('pushChatMessage', row);
    await one.clock.advance(100);
    expect(await one.db.messages.where({ conversationId: 's1' }).count()).toBe(1);
  });

  it('R57 R60 a sealed withdrawal whose answer was lost is settled by its own row', async () => {
    const one = await alice();
    one.gateway.addChat('s1', { encrypted: true });
    one.reconnect();
    await eventually('the chat', () => one.db.cursors.get('s1'));
    const mine = await one.sendText('mine', 's1');
    await one.waitUntilSent(mine);
    one.gateway.faults.loseAnswers.set(private$, 1);
    await one.command({ id, conversationId: 's1', cmdId: 'withdraw', targets: [mine], body: {} });
    await eventually('the row', () => one.gateway.chats.get('s1')!.rows.length === 2);
    await one.pushRow({ ...one.gateway.chats.get('s1')!.rows.at(-1)!, content: null, copy: 'acked' });
    expect([
      await one.db.outbox.count(),
      (await one.db.changes.get(id))!.seq,
      (await one.message(mine)).withdrawn?.by,
      await one.db.messages.where({ conversationId: 's1' }).count(),
    ]).toEqual([0, 2, 'alice', 1]);
  });
});
