import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { Clock, eventually, settle } from '../testing/clock.ts';
import type { FakeGateway } from '../testing/fakeGateway.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
async function alice(options?: Parameters<typeof startAlice>[0]): Promise<Alice> {
  started.push(await startAlice(options));
  return started.at(-1)!;
}
afterEach(async () => {
  const all = started.splice(0);
  for (const one of all) await one.close();
  expect(
    all.filter(({ clock }) => clock.timers > 0),
    'timers left after close',
  ).toEqual([]);
});

const private$ = 'message.sendPrivateMessage';

describe('sending', () => {
  it('R53 R54 the message is stored as loading before the network hears of it', async () => {
    const { gateway, sendText, message, waitUntilSent } = await alice();
    const held = Promise.withResolvers<void>();
    gateway.faults.holdCall.set(private$, held.promise);
    const id = await sendText('hello');
    expect(gateway.requests(private$).length).toBeLessThanOrEqual(1);
    expect(gateway.chats.get('c1')!.rows).toEqual([]);
    expect(await message(id)).toMatchObject({
      id,
      conversationId: 'c1',
      loading: true,
      pending: false,
      error: '',
      isRead: true,
      seq: 0,
      content: { id, message: '{"text":"hello"}', type: 'text', sender: { identifier: 'alice', deviceId: 'a1' } },
    });
    held.resolve();
    await waitUntilSent(id);
  });

  it("R55 success takes the gateway's place and time, and leaves one message", async () => {
    const { gateway, sendText, waitUntilSent, message, db } = await alice();
    const id = await sendText('hello');
    await waitUntilSent(id);
    const row = gateway.chats.get('c1')!.rows[0]!;
    expect(await message(id)).toMatchObject({
      loading: false,
      error: '',
      seq: 1,
      order: 1,
      createdAt: row.timestamp,
      content: { timestamp: row.timestamp },
    });
    expect([await db.messages.count(), await db.outbox.count(), (await db.cursors.get('c1'))!.seq]).toEqual([1, 0, 1]);
  });

  it('what is written while another is on its way waits for it, and is sent once', async () => {
    const { gateway, sendText, waitUntilSent } = await alice();
    const held = Promise.withResolvers<void>();
    gateway.faults.holdCall.set(private$, held.promise);
    const ids = [await sendText('one'), await sendText('two'), await sendText('three')];
    held.resolve();
    for (const id of ids) await waitUntilSent(id);
    expect(gateway.sentMessages().map(({ id }) => id)).toEqual(ids);
  });

  it('R55 its own row, pushed or caught up before the answer, changes nothing twice', async () => {
    const { gateway, clock, sendText, waitUntilSent, db } = await alice();
    gateway.faults.loseAnswers.set(private$, 1);
    const id = await sendText('hello');
    await eventually('the row', () => gateway.chats.get('c1')!.rows.length === 1);
    gateway.socket().push('pushChatMessage', gateway.chats.get('c1')!.rows[0]!);
    await waitUntilSent(id);
    await clock.advance(10_000);
    expect([await db.messages.count(), await db.outbox.count()]).toEqual([1, 0]);
    expect((await db.conversations.get('c1'))!.unread).toBe(0);
  });

  it('R65 nothing is written into a chat that was left a moment ago', async () => {
    const { sendText, command, db } = await alice();
    await db.conversations.delete('c1');
    const codeOf = (work: Promise<unknown>) => work.catch((thrown: unknown) => Fault.of(thrown).code);
    expect(await codeOf(sendText('too late'))).toBe('NOT_MEMBER');
    expect(
      await codeOf(
        command({ id: 'x'.repeat(24), conversationId: 'c1', cmdId: 'withdraw', targets: ['y'.repeat(24)], body: {} }),
      ),
    ).toBe('NOT_MEMBER');
    expect([await db.messages.count(), await db.outbox.count(), await db.changes.count()]).toEqual([0, 0, 0]);
  });

  it('R57 the body has the id, the conversation and a list of contents', async () => {
    const { gateway, sendText, waitUntilSent } = await alice();
    const id = await sendText('hello');
    await waitUntilSent(id);
    expect(gateway.requests(private$)).toMatchObject([
      {
        id,
        conversation: { spaceId: '', conversationId: 'c1', conversationType: 'private' },
        content: [{ id, message: '{"text":"hello"}', type: 'text', encrypted: false, to: null }],
      },
    ]);
  });

  it('R57 a group has its own call', async () => {
    const { gateway, sendText, waitUntilSent, reconnect, db } = await alice();
    gateway.addChat('g1', { type: 'group' });
    reconnect();
    await eventually('the group', () => db.conversations.get('g1'));
    await waitUntilSent(await sendText('hello', 'g1'));
    expect(gateway.requests('message.sendGroupMessage')).toHaveLength(1);
  });

  it('R174 sending the same id again does nothing', async () => {
    const { gateway, sendText, waitUntilSent, texts } = await alice();
    const id = await sendText('first');
    await sendText('second', 'c1', id);
    await waitUntilSent(id);
    expect([await texts(), gateway.requests(private$).length]).toEqual([['first'], 1]);
  });

  it('R173 the draft goes with the message', async () => {
    const { saveDraft, sendText, db } = await alice();
    await saveDraft('c1', 'hel');
    expect(await db.drafts.get('c1')).toMatchObject({ text: 'hel' });
    await sendText('hello');
    expect(await db.drafts.get('c1')).toBeUndefined();
  });
});

describe('R56 failure', () => {
  const refused = async () => {
    const one = await alice();
    one.gateway.faults.refuse.set(private$, () => new Fault('BLOCKED'));
    const id = await one.sendText('hello');
    await one.waitUntilSent(id);
    return { ...one, id };
  };

  it('R56 a refusal is shown with its code, and the next message may go', async () => {
    const { gateway, id, message, sendText, waitUntilSent } = await refused();
    expect(await message(id)).toMatchObject({ error: 'error', fault: 'BLOCKED', loading: false, seq: 0 });
    gateway.faults.refuse.clear();
    const next = await sendText('again');
    await waitUntilSent(next);
    expect((await message(next)).seq).toBe(1);
  });

  it('R56 a retry sends the same id', async () => {
    const { gateway, id, message, outbox, db } = await refused();
    gateway.faults.refuse.clear();
    await outbox.retry(id);
    await eventually('the message', async () => (await db.messages.get(id))!.seq === 1);
    expect(await message(id)).toMatchObject({ error: '', fault: '' });
    expect(gateway.requests(private$).map((request) => request.id)).toEqual([id, id]);
  });

  it('R56 a failed message can be removed, a sent one and one on its way cannot', async () => {
    const { gateway, id, outbox, db, sendText, waitUntilSent } = await refused();
    await outbox.discard(id);
    expect(await db.messages.get(id)).toBeUndefined();
    gateway.faults.refuse.clear();
    const other = await sendText('kept');
    await outbox.discard(other);
    await waitUntilSent(other);
    await outbox.discard(other);
    expect(await db.messages.get(other)).toBeDefined();
  });

  it('R56 what was refused once is not sent by itself again', async () => {
    const { gateway, clock, outbox, id } = await refused();
    await outbox.flush();
    await clock.advance(60_000);
    expect(gateway.requests(private$).map((request) => request.id)).toEqual([id]);
  });
});

const tries = (gateway: FakeGateway) =>
  gateway.asked.filter(({ name }) => name === private$ || name === 'message.sendInOrder').length;

describe('R174 messages that wait go in one call', () => {
  /** Written offline, so that all of them wait. */
  async function waiting(count: number) {
    const here = await alice();
    here.gateway.goOffline();
    const ids: string[] = [];
    let before = 0;
    for (let number = 1; number <= count; number += 1) ids.push(await here.sendText(`${number}`));
    return {
      ...here,
      ids,
      calls: () => tries(here.gateway) - before,
      stored: () => here.gateway.chats.get('c1')!.rows.map(({ id }) => id),
      async online() {
        before = tries(here.gateway);
        here.gateway.faults.offline = false;
        here.reconnect();
        await eventually('an empty outbox', async () => {
          await here.clock.advance(1_000);
          return (await here.db.outbox.count()) === 0;
        });
      },
    };
  }

  it('R174 200 of them in eight calls, in order', async () => {
    const { ids, online, calls, stored, texts } = await waiting(200);
    await online();
    expect(stored()).toEqual(ids);
    expect(calls()).toBe(8);
    expect(await texts()).toEqual(ids.map((_, index) => `${index + 1}`));
  });

  it('R174 a refused one is marked, its neighbours go', async () => {
    const { ids, online, stored, gateway, message } = await waiting(3);
    gateway.faults.refuse.set(private$, (request) =>
      (request as { id: string }).id === ids[1] ? new Fault('NO_AUTH') : undefined,
    );
    await online();
    expect(stored()).toEqual([ids[0], ids[2]]);
    expect(await message(ids[1]!)).toMatchObject({ error: 'error', fault: 'NO_AUTH' });
  });

  it('R174 nothing overtakes one that could not be stored now', async () => {
    const { ids, online, stored, gateway } = await waiting(5);
    let busy = 2;
    gateway.faults.refuse.set(private$, (request) =>
      (request as { id: string }).id === ids[2] && busy-- > 0 ? new Fault('UNAVAILABLE') : undefined,
    );
    await online();
    expect(stored()).toEqual(ids);
  });

  it('R174 a lost answer: all of them again, each stored once', async () => {
    const { ids, online, stored, gateway } = await waiting(5);
    gateway.faults.loseAnswers.set('message.sendInOrder', 1);
    await online();
    expect(stored()).toEqual(ids);
  });

  it('R174 a command between them keeps its place', async () => {
    const { ids, online, stored, gateway, command, sendText } = await waiting(3);
    const slap = 's'.repeat(24);
    await command({ id: slap, conversationId: 'c1', cmdId: 'slap', targets: ['bob'], body: {} });
    const after = [await sendText('after'), await sendText('all')];
    await online();
    expect(stored()).toEqual([...ids, slap, ...after]);
    expect(gateway.sentMessages().find(({ id }) => id === slap)!.content[0]!.cmdId).toBe('slap');
  });

  it('R174 large ones are spread over calls', async () => {
    const { gateway, sendText, online, stored, ids, calls } = await waiting(1);
    const more: string[] = [];
    for (let number = 0; number < 8; number += 1) more.push(await sendText('x'.repeat(limits.textMax)));
    await online();
    expect(stored()).toEqual([...ids, ...more]);
    expect(calls()).toBeGreaterThan(1);
    expect(gateway.sentMessages().every(({ content }) => content.length === 1)).toBe(true);
  });
});

describe('an error that nobody foresaw', () => {
  const pauses = Array.from(
    { length: limits.unexpectedErrorAttempts - 1 },
    (_, n) => limits.unexpectedErrorBackoff * 2 ** n,
  );

  it('R56 R174 is tried again after growing pauses, and the message keeps its place', async () => {
    const { gateway, clock, sendText, waitUntilSent, message, reconnect } = await alice();
    gateway.faults.refuse.set(private$, () => new Fault('UNKNOWN'));
    const first = await sendText('first');
    await eventually('a try', () => tries(gateway) === 1);
    const second = await sendText('second');
    for (const [index, pause] of pauses.entries()) {
      await eventually('the pause', () => clock.hasTimerIn(pause));
      // Neither another message nor a reconnect shortens it.
      reconnect();
      await clock.advance(pause - 1);
      expect(tries(gateway)).toBe(index + 1);
      expect(await message(first)).toMatchObject({ loading: true, error: '' });
      if (index === pauses.length - 1) gateway.faults.refuse.clear();
      await clock.advance(1);
      await eventually('the next try', () => tries(gateway) > index + 1);
    }
    await waitUntilSent(second);
    expect(gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual([first, second]);
  });

  it('R56 fails the message when it does not go away, with a retry that begins anew; the next has its own tries', async () => {
    const { gateway, clock, sendText, waitUntilSent, message, retry } = await alice();
    gateway.faults.refuse.set(private$, (request) =>
      (request as { id: string }).id.startsWith('x') ? new Fault('UNKNOWN') : undefined,
    );
    const broken = await sendText('broken', 'c1', 'x'.repeat(24));
    const next = await sendText('next');
    for (const [index, pause] of pauses.entries()) {
      await eventually('a try', () => tries(gateway) === index + 1);
      await eventually('the pause', () => clock.hasTimerIn(pause));
      await clock.advance(pause);
    }
    await waitUntilSent(broken);
    await waitUntilSent(next);
    expect(await message(broken)).toMatchObject({ loading: false, error: 'error', fault: 'UNKNOWN', seq: 0 });
    expect(tries(gateway)).toBe(limits.unexpectedErrorAttempts + 1);
    gateway.faults.refuse.clear();
    await retry({ id: broken });
    await waitUntilSent(broken);
    expect(gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual([next, broken]);
  });

  it('R56 R189 undoes no edit while it is tried again', async () => {
    const { gateway, clock, sendText, waitUntilSent, message, command, db, events } = await alice();
    const id = await sendText('before');
    await waitUntilSent(id);
    gateway.faults.refuse.set(private$, () => new Fault('UNKNOWN'));
    await command({ id: 'e'.repeat(24), conversationId: 'c1', cmdId: 'edit', targets: [id], body: { text: 'after' } });
    await eventually('a try', () => gateway.requests(private$).length === 2);
    await eventually('the pause', () => clock.hasTimerIn(limits.unexpectedErrorBackoff));
    await clock.advance(limits.unexpectedErrorBackoff);
    await eventually('another try', () => gateway.requests(private$).length === 3);
    expect(JSON.stringify(await message(id))).toContain('after');
    expect([await db.outbox.count(), events.filter(({ type }) => type === 'refused')]).toEqual([1, []]);
    for (const pause of pauses.slice(1)) {
      await eventually('the pause', () => clock.hasTimerIn(pause));
      await clock.advance(pause);
    }
    await eventually('the end of it', async () => (await db.outbox.count()) === 0);
    expect(JSON.stringify(await message(id))).not.toContain('after');
    expect(events.filter(({ type }) => type === 'refused')).toHaveLength(1);
  });
});

describe('R174 the outbox lasts', () => {
  it('R174 a lost answer leads to the same id again, and one message', async () => {
    const { gateway, clock, sendText, waitUntilSent, texts } = await alice();
    gateway.faults.loseAnswers.set(private$, 2);
    const id = await sendText('once');
    for (let round = 0; round < 2; round += 1) {
      await eventually('an attempt', () => gateway.requests(private$).length > round);
      await eventually('the wait', () => clock.hasTimerIn(3_000));
      await clock.advance(3_000);
    }
    await waitUntilSent(id);
    expect(gateway.requests(private$).map((request) => request.id)).toEqual([id, id, id]);
    expect([gateway.chats.get('c1')!.rows.length, await texts()]).toEqual([1, ['once']]);
  });

  it('R174 one conversation goes in order, another does not wait for it', async () => {
    const { gateway, clock, sendText, waitUntilSent, reconnect, db } = await alice();
    gateway.addChat('c2');
    reconnect();
    await eventually('the second chat', () => db.cursors.get('c2'));
    gateway.faults.refuse.set(private$, (request) =>
      (request as { conversation: { conversationId: string } }).conversation.conversationId === 'c1'
        ? new Fault('UNAVAILABLE')
        : undefined,
    );
    const ids = [await sendText('one'), await sendText('two'), await sendText('three')];
    await waitUntilSent(await sendText('elsewhere', 'c2'));
    expect(gateway.chats.get('c1')!.rows).toEqual([]);
    gateway.faults.refuse.clear();
    await clock.advance(3_000);
    await waitUntilSent(ids[2]!);
    expect(gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual(ids);
  });

  it('R174 what was written offline survives the end of the engine and goes once, in order', async () => {
    const before = await alice();
    before.gateway.goOffline();
    const ids = [await before.sendText('one'), await before.sendText('two'), await before.sendText('three')];
    await before.close();
    expect(before.gateway.chats.get('c1')!.rows).toEqual([]);
    before.gateway.faults.offline = false;
    const { gateway, waitUntilSent, texts } = await alice(before);
    await waitUntilSent(ids[2]!);
    expect(gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual(ids);
    expect(await texts()).toEqual(['one', 'two', 'three']);
  });

  it('R174 R214 after an outage of ten minutes all goes out, and what was missed comes in, without anybody touching it', async () => {
    const { gateway, clock, sendText, waitUntilSent, connection$, texts } = await alice();
    gateway.goOffline();
    const id = await sendText('in the dark');
    await clock.advance(600_000);
    expect([connection$.value.gaveUp, gateway.chats.get('c1')!.rows]).toEqual([true, []]);
    gateway.addContent('c1', { message: JSON.stringify({ text: 'meanwhile' }) });
    gateway.faults.offline = false;
    await clock.advance(60_000);
    await waitUntilSent(id);
    await eventually('both', async () => (await texts()).length === 2);
    await eventually('the connection', async () => {
      await clock.advance(1_000);
      return connection$.value.status === 'open';
    });
    expect(await texts()).toEqual(['meanwhile', 'in the dark']);
  });

  it('R37 R214 what is sent does not wait for the next slow try', async () => {
    const { gateway, clock, calls, waitUntilSent, connection$ } = await alice();
    gateway.goOffline();
    await clock.advance(20_000);
    expect(connection$.value.gaveUp).toBe(true);
    gateway.faults.offline = false;
    const id = 's'.repeat(24);
    await calls.send({ id, conversationId: 'c1', type: 'text', body: { text: 'now' } });
    await waitUntilSent(id);
    await eventually('the connection', () => connection$.value.status === 'open');
  });

  it('C8 R174 what is written after the clock was set back goes after what waits', async () => {
    const before = await alice();
    before.gateway.goOffline();
    await before.clock.advance(60_000);
    const first = await before.sendText('before');
    await before.close();
    const after = await alice({ gateway: before.gateway, databases: before.databases, clock: new Clock() });
    const second = await after.sendText('after', 'c1', 'z'.repeat(24));
    after.gateway.faults.offline = false;
    after.reconnect();
    await after.waitUntilSent(second);
    expect(after.gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual([first, second]);
  });

  it('R174 200 messages queued offline need no timers of their own', async () => {
    const { gateway, clock, sendText, waitUntilSent } = await alice();
    gateway.goOffline();
    await settle();
    const before = clock.timers;
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) ids.push(await sendText(`${index}`));
    expect(clock.timers).toBeLessThanOrEqual(before);
    gateway.faults.offline = false;
    await clock.advance(3_000);
    await waitUntilSent(ids.at(-1)!);
    expect(gateway.chats.get('c1')!.rows.map(({ id }) => id)).toEqual(ids);
  });

  it('R174 a database that closes as the connection comes back is logged, and nothing else happens', async () => {
    const { db, events, reconnect } = await alice();
    db.close();
    reconnect();
    await eventually('the log', () =>
      events.some((event) => event.type === 'log' && event.text.startsWith('outbox: ')),
    );
  });

  it('R174 an engine that ends while it waits to try again leaves no timer, and the message', async () => {
    const { gateway, clock, sendText, message } = await alice();
    const before = clock.timers;
    gateway.faults.refuse.set(private$, () => new Fault('UNAVAILABLE'));
    const id = await sendText('hello');
    await eventually('the wait', () => clock.timers > before);
    expect(await message(id)).toMatchObject({ loading: true, error: '' });
  });

  it('R174 a database that fails for a moment holds nothing up for good', async () => {
    const { gateway, clock, sendText, waitUntilSent, db } = await alice();
    let fail = true;
    db.outbox.hook('deleting', () => {
      if (fail) throw new Error('disk');
    });
    const id = await sendText('hello');
    await eventually('the row', () => gateway.chats.get('c1')!.rows.length === 1);
    await eventually('the wait', () => clock.hasTimerIn(3_000));
    fail = false;
    await clock.advance(3_000);
    await waitUntilSent(id);
    expect(gateway.chats.get('c1')!.rows).toHaveLength(1);
  });
});

describe('R57 sealed chats', () => {
  const sealed = async () => {
    const one = await alice();
    one.gateway.addChat('s1', { encrypted: true });
    one.reconnect();
    await eventually('the sealed chat', () => one.db.cursors.get('s1'));
    return one;
  };
  const device = (identifier: string, deviceId: string) => ({ identifier, deviceId });

  it('R57 a stale device list is mended and the same id sent again, one copy a device', async () => {
    const { gateway, sendText, waitUntilSent, message } = await sealed();
    gateway.setDevices([device('bob', 'b1'), device('bob', 'b2'), device('alice', 'a2')]);
    const id = await sendText('hello', 's1');
    await waitUntilSent(id);
    const [stale, mended] = gateway.requests(private$);
    expect([stale!.content.length, stale!.id, mended!.id]).toEqual([0, id, id]);
    expect(mended!.content.map(({ to, encrypted }) => [to!.identifier, to!.deviceId, encrypted]).sort()).toEqual([
      ['alice', 'a2', true],
      ['bob', 'b1', true],
      ['bob', 'b2', true],
    ]);
    expect(await message(id)).toMatchObject({ seq: 1, error: '' });
  });

  it('R57 the list is kept for the next message, and a device that left gets no copy', async () => {
    const { gateway, sendText, waitUntilSent } = await sealed();
    gateway.setDevices([device('bob', 'b1'), device('bob', 'b2')]);
    await waitUntilSent(await sendText('one', 's1'));
    await waitUntilSent(await sendText('two', 's1'));
    expect(gateway.requests(private$)).toHaveLength(3);
    gateway.setDevices([device('bob', 'b2')]);
    await waitUntilSent(await sendText('three', 's1'));
    expect(
      gateway
        .requests(private$)
        .at(-1)!
        .content.map(({ to }) => to!.deviceId),
    ).toEqual(['b2']);
  });

  it('R56 a list that never settles fails visibly after three rounds', async () => {
    const { gateway, sendText, waitUntilSent, message } = await sealed();
    let serial = 0;
    gateway.setDevices([device('bob', 'b0')]);
    gateway.faults.refuse.set(private$, () => {
      gateway.setDevices([device('bob', `b${(serial += 1)}`)]);
      return undefined;
    });
    const id = await sendText('hello', 's1');
    await waitUntilSent(id);
    expect([(await message(id)).fault, gateway.requests(private$).length]).toEqual(['DEVICES_CHANGED', 3]);
  });
});
