// What an envelope names and does not come: asked for under seal, filled in its place, told by one line after an hour.
import type { Content } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { alice, closeWorlds, json, world } from '../sealing/testing/world.ts';

afterEach(closeWorlds);

const hour = limits.gapShownAfter;

/** Bob's first words are here; what he writes next does not come. */
async function scene(options?: Parameters<typeof world>[0]) {
  const here = await world(options);
  const first = await here.text(here.bob, 'the first words');
  const named = (id: string, at = here.clock.now()) => ({ id, at, to: ['alice:a1'] });
  return {
    ...here,
    first,
    named,
    /** Bob writes, and names these. */
    names: (...before: ReturnType<typeof named>[]) => here.text(here.bob, 'the next words', undefined, { before }),
    /** The requests for what is missing, as Bob opens them. */
    async requests() {
      const all = here.sent().filter(({ content }) => content[0]?.cmdId === 'resendRequest');
      return all.map(({ content }) => content[0]!.targets);
    },
    /** Bob's answer about it. */
    answers: (id: string, body: object, from = here.bob) =>
      here.receive(from, { cmdId: 'resend', type: 'resend', targets: [id], message: json(body) }),
    shown: async () =>
      (await here.one.db.messages.where({ conversationId: 'c1' }).sortBy('order')).map(({ id, content }) =>
        content.type === 'system' ? 'line' : id,
      ),
    passes: (milliseconds: number) => here.clock.advance(milliseconds),
    asked: (count = 1) =>
      here.until(
        'the request',
        () => here.sent().filter(({ content }) => content[0]?.cmdId === 'resendRequest').length === count,
      ),
  };
}

describe('R203 H29 what is taken out of the middle', () => {
  it('R203 is asked for under seal; after an hour one line says so; when it comes it stands in its place', async () => {
    const here = await scene();
    const { first, names, named, requests, answers, shown, passes, bob } = here;
    const next = await names(named('lost one'), named('lost two'));
    await here.asked();
    expect(await requests()).toEqual([['lost one', 'lost two']]);
    const { content } = await here.opened(bob);
    expect(JSON.parse(content.message)).toEqual({ deviceId: 'a1', of: 'b1' });
    await passes(hour - 60_000);
    expect(await shown()).toEqual([first, next]);
    await here.until('the line', async () => (await here.lines()).length === 1);
    expect(await shown()).toEqual([first, 'line', next]);
    expect(await here.lines()).toMatchObject([{ cmdId: 'missing', actor: 'bob', body: { count: 2 } }]);
    await answers('lost two', { type: 'text', message: json({ text: 'I was the second' }) });
    expect(await shown()).toEqual([first, 'line', 'lost two', next]);
    expect(await here.lines()).toMatchObject([{ body: { count: 1 } }]);
    await answers('lost one', { type: 'text', message: json({ text: 'I was the first' }) });
    expect(await shown()).toEqual([first, 'lost one', 'lost two', next]);
    expect(await here.one.message('lost one')).toMatchObject({
      form: 1,
      content: { encrypted: true, sender: bob.me, message: json({ text: 'I was the first' }) },
    });
  });

  it('R203 a line stands once for a stretch, and what comes later does not ask again', async () => {
    const here = await scene();
    const next = await here.names(here.named('lost'));
    await here.asked();
    await here.text(here.bob, 'and on', undefined, { before: [here.named('lost'), here.named(next)] });
    await here.passes(hour);
    await here.until('the line', async () => (await here.lines()).length > 0);
    await here.passes(10 * 60_000);
    expect((await here.lines()).map(({ cmdId }) => cmdId)).toEqual(['missing']);
  });

  it('R203 a withheld copy alone, and an open row under its id, fill no place', async () => {
    const here = await scene();
    const { gateway, one, bob } = here;
    const withheld = gateway.addContent('c1', { id: 'withheld', by: bob.me });
    Object.assign(withheld, { copy: 'none', content: null });
    await one.pushRow(withheld);
    await one.pushRow(
      gateway.addContent('c1', { id: 'open', by: bob.me, type: 'text', message: json({ text: 'forged' }) }),
    );
    await here.names(here.named('withheld'), here.named('open'));
    await here.until('the request', async () => (await here.requests()).some((ids) => ids.includes('open')));
    expect((await here.requests()).flat()).toEqual(expect.arrayContaining(['withheld', 'open']));
    await here.answers('withheld', { type: 'text', message: json({ text: 'sealed at last' }) });
    expect(await one.message('withheld')).toMatchObject({ form: 1, copy: 'acked' });
    await here.passes(hour);
    await here.until('the line', async () => (await here.lines()).length > 0);
    expect(await here.lines()).toMatchObject([{ cmdId: 'missing', body: { count: 1 } }]);
    await here.answers('open', { type: 'text', message: json({ text: 'what he said' }) });
    expect(await here.lines()).toEqual([]);
    const row = await one.message('open');
    expect(row).toMatchObject({ form: 1, content: { message: json({ text: 'what he said' }), encrypted: true } });
    expect(row.aside).toBeUndefined();
  });

  it('R203 R67 what comes late is unread where nobody has read that far, and is told of', async () => {
    const here = await scene();
    const { one, gateway, bob, answers } = here;
    await one.markRead('c1', 1);
    // Its place passes without a copy while this device's clock is ahead of the gateway's.
    const early = gateway.addContent('c1', { id: 'early', by: bob.me });
    Object.assign(early, { copy: 'none', content: null, timestamp: 0 });
    await one.pushRow(early);
    const next = await here.names(here.named('early'), here.named('never came'));
    await here.until('the request', async () => (await here.requests()).length > 0);
    expect((await one.chat()).unread).toBe(1);
    await answers('never came', { type: 'text', message: json({ text: 'the second' }) });
    await answers('early', { type: 'text', message: json({ text: 'the first' }) });
    expect((await one.chat()).unread).toBe(3);
    const arrived = one.events.flatMap((event) => (event.type === 'messageArrived' ? event.id : []));
    expect(arrived.slice(-3)).toEqual([next, 'never came', 'early']);
    await one.markRead('c1', (await one.message(next)).seq);
    expect((await one.chat()).unread).toBe(0);
    // Read by the time it comes.
    const last = await here.names(here.named('read past'));
    await one.markRead('c1', (await one.message(last)).seq);
    await here.until('the request for it', async () => (await here.requests()).flat().includes('read past'));
    await answers('read past', { type: 'text', message: json({ text: 'the third' }) });
    expect([(await one.message('read past')).isRead, (await one.chat()).unread]).toEqual([true, 0]);
  });

  it('R203 a lost edit and a lost withdrawal take effect when they come', async () => {
    const here = await scene();
    const { first, answers, one } = here;
    await here.names(here.named('an edit'), here.named('a withdrawal'));
    await here.asked();
    await answers('an edit', { type: 'edit', message: json({ text: 'other words' }), about: first });
    expect(await one.message(first)).toMatchObject({ edited: { message: json({ text: 'other words' }) } });
    await answers('a withdrawal', { type: 'withdraw', message: '{}', about: first });
    expect((await one.message(first)).withdrawn).toMatchObject({ by: 'bob' });
    await here.passes(hour + 10 * 60_000);
    expect(await here.lines()).toEqual([]);
  });

  it('R203 another device than its author fills nothing, nor does what nobody has asked for', async () => {
    const here = await scene({ devices: 2 });
    await here.text(here.bobs[1]!, 'hello');
    await here.names(here.named('lost'));
    await here.asked();
    const forged = { type: 'text', message: json({ text: 'invented' }) };
    await here.answers('lost', forged, here.bobs[1]);
    await here.answers('never named', forged);
    expect(await here.one.message('lost')).toBeUndefined();
    expect(await here.one.message('never named')).toBeUndefined();
  });
});

describe('R203 no false alarm', () => {
  const quiet = async (here: Awaited<ReturnType<typeof scene>>) => {
    await here.passes(hour + 10 * 60_000);
    expect(await here.lines()).toEqual([]);
  };

  it('R203 the author says that it was not for this device: nothing is shown', async () => {
    const here = await scene();
    await here.names(here.named('for others'));
    await here.asked();
    // The answer names it too, and so does what follows: what was sealed and then withdrawn is named still.
    here.envelopeFields = { before: [here.named('for others')] };
    await here.answers('for others', { type: '' });
    await here.names(here.named('for others'));
    await quiet(here);
    expect(await here.requests()).toEqual([['for others']]);
    expect(await here.one.message('for others')).toBeUndefined();
  });

  it('R203 what was deleted here, changed or withdrawn, what could not be opened, what is too old', async () => {
    const here = await scene();
    const { one, bob, first, named } = here;
    const broken = (copy: Content) => ({ ...copy, message: copy.message.replace(/....$/, 'AAAA') });
    const closed = await here.text(bob, 'damaged', broken);
    const reaction = await here.receive(bob, {
      cmdId: 'reaction',
      type: 'reaction',
      targets: [first],
      message: json({ emoji: '👍', on: true, text: '' }),
    });
    await here.until('the request for the damaged one', async () => (await here.requests()).length === 1);
    const before = (await here.requests()).length;
    await here.names(named(closed), named(reaction));
    await one.forget({ conversationId: 'c1', ids: [first] });
    await here.names(named(first), named('old', here.clock.now() - limits.gapWindow));
    await quiet(here);
    expect((await here.requests()).slice(before).flat()).not.toContain('old');
    expect((await here.requests()).flat()).not.toContain(first);
  });

  it('R203 while this device is offline the hour does not pass', async () => {
    const here = await scene();
    await here.names(here.named('lost'));
    here.gateway.goOffline();
    await here.passes(hour + 10 * 60_000);
    expect(await here.lines()).toEqual([]);
    here.gateway.faults.offline = false;
    here.one.reconnect();
    await here.asked();
    await here.answers('lost', { type: 'text', message: json({ text: 'here I am' }) });
    await quiet(here);
  });
});

describe('R202 R203 who is asked for what is missing', () => {
  it('R203 names to each device what was sealed for it, and answers what was not', async () => {
    const here = await world({ devices: 2 });
    const { one, bobs, gateway } = here;
    const [b1, b2] = bobs as [typeof here.bob, typeof here.bob];
    const told = async (device: typeof b1) => (await here.opened(device)).envelope!;
    gateway.setDevices([b1.me]);
    const { id: alone } = await here.sendText('for the first alone');
    gateway.setDevices([b1.me, b2.me]);
    const { id: both } = await here.sendText('for both');
    await here.sendText('for both again');
    expect(await told(b1)).toMatchObject({
      before: [alone, both],
      beforeAt: [expect.any(Number), expect.any(Number)],
    });
    expect((await told(b2)).before).toEqual([both]);

    const asks = (of: string) =>
      here.receive(b2, {
        cmdId: 'resendRequest',
        type: 'resendRequest',
        targets: [alone],
        message: json({ deviceId: 'b2', of }),
      });
    const resends = () => here.sent().filter(({ content }) => content[0]?.cmdId === 'resend');
    await asks('another');
    await here.clock.advance(1_000);
    expect(resends()).toEqual([]);
    await asks(alice.deviceId);
    await here.until('the answer', () => resends().length === 1);
    const { content } = await here.opened(b2);
    expect(JSON.parse(content.message)).toEqual({ type: '' });
    expect(await here.opened(b1)).toMatchObject({ fault: { code: 'withheld' } });
    // What was deleted here is not said to be nothing.
    await one.forget({ conversationId: 'c1', ids: [alone] });
    await here.clock.advance(hour);
    await asks(alice.deviceId);
    await here.clock.advance(1_000);
    expect(resends()).toHaveLength(1);
  });

  it('R203 a message that waited behind one that did not go does not name it', async () => {
    const here = await world();
    const { one, gateway, bob } = here;
    await here.sendText('hello');
    gateway.goOffline();
    const ids = [await one.sendText('one'), await one.sendText('two'), await one.sendText('three')];
    gateway.faults.offline = false;
    one.reconnect();
    await here.until('all of them', async () => (await one.db.outbox.count()) === 0);
    const said = await Promise.all(
      ids.map(async (id) => {
        const { content } = here.sent().findLast((one) => one.id === id)!;
        return (await bob.read({ ...content[0]!, id, sender: alice, timestamp: here.clock.now() })).envelope!.before;
      }),
    );
    expect(said.map((before) => before.at(-1))).toEqual([expect.anything(), ids[0], ids[1]]);
  });
});
