import { readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeStore, createStoreError } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});
async function alice(options: Parameters<typeof startAlice>[0] = {}): Promise<Alice> {
  started.push(await startAlice({ store: createFakeStore(), ...options }));
  return started.at(-1)!;
}

let serial = 0;
async function send(one: Alice, conversationId = 'c1'): Promise<string> {
  const id = `f${(serial += 1)}`.padEnd(24, '0');
  await one.sendFile({
    id,
    conversationId,
    type: 'file',
    file: new Blob(['words']),
    body: { name: 'a.txt', mime: 'text/plain', preview: '' },
  });
  return id;
}
async function sent(one: Alice, conversationId = 'c1'): Promise<{ id: string; name: string }> {
  const id = await send(one, conversationId);
  await one.waitUntilSent(id);
  return { id, name: readFile((await one.message(id)).content)!.file.uri.replace('/files/', '') };
}
const told = (one: Alice) => one.gateway.requests('file.release').map(({ names }) => names);
const waiting = async (one: Alice) =>
  (await one.db.identity.where('key').startsWith('release:').primaryKeys()).map((key) => key.slice('release:'.length));
const withdraw = (one: Alice, id: string, conversationId = 'c1') =>
  one.command({ id: `w${id}`.slice(0, 24), conversationId, cmdId: 'withdraw', targets: [id], body: {} });
const done = (one: Alice) =>
  eventually('the release', async () => told(one).length > 0 && (await waiting(one)).length === 0);

describe('a file is let go of', () => {
  it('when its message is withdrawn, and the gateway has taken that', async () => {
    const one = await alice();
    const { id, name } = await sent(one);
    const held = Promise.withResolvers<void>();
    one.gateway.faults.holdCall.set('message.sendPrivateMessage', held.promise);
    await withdraw(one, id);
    await settle();
    expect([(await one.message(id)).withdrawn !== undefined, await waiting(one)]).toEqual([true, []]);
    held.resolve();
    await done(one);
    expect(told(one)).toEqual([[name]]);
  });

  it("not when the withdrawal is refused, is another's message, or has no file", async () => {
    const one = await alice();
    const { id } = await sent(one);
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('NO_AUTH'));
    await withdraw(one, id);
    await eventually('the refusal', async () => (await one.message(id)).withdrawn === undefined);
    one.gateway.faults.refuse.clear();
    const file = readFile((await one.message(id)).content)!;
    const theirs = one.gateway.addContent('c1', {
      by: { identifier: 'bob', deviceId: 'b1' },
      type: 'file',
      message: JSON.stringify(file),
    });
    await one.pushRow(theirs);
    await one.pushRow(
      one.gateway.addContent('c1', {
        by: { identifier: 'bob', deviceId: 'b1' },
        cmdId: 'withdraw',
        type: 'withdraw',
        targets: [theirs.id],
        message: '{}',
      }),
    );
    const text = await one.sendText('words');
    await one.waitUntilSent(text);
    await withdraw(one, text);
    await eventually('the withdrawal', async () => (await one.db.outbox.count()) === 0);
    await settle();
    expect([told(one), await waiting(one)]).toEqual([[], []]);
  });

  it('when its message was not sent and is discarded', async () => {
    const one = await alice();
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('BLOCKED'));
    const id = await send(one);
    await eventually('the failure', async () => (await one.message(id)).error === 'error');
    const name = readFile((await one.message(id)).content)!.file.uri.replace('/files/', '');
    await one.discard({ id });
    await done(one);
    expect(told(one)).toEqual([[name]]);
  });

  it('R247 once this device is approved: until then the gateway is not asked', async () => {
    const one = await alice();
    one.gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('BLOCKED'));
    const id = await send(one);
    await eventually('the failure', async () => (await one.message(id)).error === 'error');
    const stand = (standing: 'waiting' | 'approved') =>
      one.db.identity.put({ key: 'standing', isApproved: standing === 'approved', told: { standing } } as {
        key: string;
      });
    await stand('waiting');
    await one.discard({ id });
    await eventually('the note', async () => (await waiting(one)).length === 1);
    await settle();
    expect(told(one)).toEqual([]);
    await stand('approved');
    one.reconnect();
    await done(one);
  });

  it('when its upload is called off: last of all, after the leave that clearing what was uploaded takes', async () => {
    const one = await alice();
    one.store!.faults.refuse = (step) =>
      step === 'put' || step === 'part' ? createStoreError(500, 'InternalError') : undefined;
    const id = await send(one);
    await eventually('a name', async () => (await one.db.outbox.get(id))?.resume !== undefined);
    const { name } = (await one.db.outbox.get(id))!.resume!;
    await one.discard({ id });
    await done(one);
    expect(told(one).flat()).toContain(name);
    expect(
      one.gateway.asked
        .map((asked) => asked.name)
        .filter((asked) => asked.startsWith('file.'))
        .at(-1),
    ).toBe('file.release');
  });

  it('when its group is dismissed, as what I have sent there, and nothing else', async () => {
    const one = await alice();
    const group = one.gateway.addChat('g1', { type: 'group' });
    one.reconnect();
    await eventually('the group', async () => (await one.db.cursors.get('g1')) !== undefined);
    const { id, name } = await sent(one, 'g1');
    const theirs = {
      ...readFile((await one.message(id)).content)!,
      file: { ...readFile((await one.message(id)).content)!.file, uri: `/files/chat/${'b'.repeat(36)}` },
    };
    await one.pushRow(
      one.gateway.addContent('g1', {
        by: { identifier: 'bob', deviceId: 'b1' },
        type: 'file',
        message: JSON.stringify(theirs),
      }),
    );
    expect(group.rows).toHaveLength(2);
    one.gateway.socket().push(
      'pushChatMessage',
      one.gateway.addContent('g1', {
        by: { identifier: 'bob', deviceId: 'b1' },
        cmdId: 'dismissGroup',
        type: 'dismissGroup',
        message: '{}',
      }),
    );
    await done(one);
    expect(told(one)).toEqual([[name]]);
  });

  it('until the gateway has heard it: over a lost answer, an outage and a restart', async () => {
    const one = await alice();
    const { id, name } = await sent(one);
    one.gateway.faults.refuse.set('file.release', () => new Fault('UNAVAILABLE'));
    await withdraw(one, id);
    await eventually('the first try', () => told(one).length === 1);
    await settle();
    expect(await waiting(one)).toEqual([name]);
    await one.close();
    started.splice(0);
    one.gateway.faults.refuse.clear();
    one.gateway.faults.loseAnswers.set('file.release', 1);
    const again = await alice({ gateway: one.gateway, databases: one.databases, clock: one.clock });
    await eventually('the second try', () => told(again).length === 2);
    again.reconnect();
    await eventually('the release', async () => (await waiting(again)).length === 0);
    expect(told(again)).toEqual([[name], [name], [name]]);
  });
});
