import type { ChangeRow } from '@amber/client/db';
import type { Content, Row } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import { newFileSecret, sealFile } from '../sealing/file.ts';
import { splitIntoBatches } from './ownHistory.ts';
import { eventually, settle } from '../testing/clock.ts';
import { createFakeStore } from '../testing/fakeStore.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

async function alice(options?: Parameters<typeof startAlice>[0]): Promise<Alice> {
  const one = await startAlice(options);
  started.push(one);
  // With another device in the list of devices that it reads at first, this one would wait for approval.
  await eventually('its approval', () => one.devices.length > 0);
  return one;
}

const newPhone = { identifier: 'alice', deviceId: 'a2' };
const request = (deviceId: string, conversationId = 'c1', synMessageId = '', lastMessageId = '') =>
  JSON.stringify({
    conversation: { conversationId },
    self: { identifier: 'alice', deviceId },
    lastMessageId,
    synMessageId,
  });

/** Alice's device with a chat, and the chat with her own devices. */
async function oldDevice(messages: number) {
  const one = await alice();
  one.gateway.addChat('own', { people: ['alice'] });
  one.gateway.setDevices([newPhone]);
  one.reconnect();
  await eventually('the own chat', () => one.db.cursors.get('own'));
  for (let index = 1; index <= messages; index += 1) await one.pushRow(one.gateway.addTextFromBob('c1', `${index}`));
  return one;
}
const asks = (one: Alice, fields: Partial<Content> = {}) =>
  one.pushRow(
    one.gateway.addContent('own', {
      by: newPhone,
      id: 'q'.repeat(24),
      cmdId: 'syncRequest',
      type: 'syncRequest',
      message: request('a2'),
      ...fields,
    }),
  );
const handed = (one: Alice) =>
  one.gateway.requests('message.sendPrivateMessage').filter(({ content }) => content[0]?.cmdId === 'syncHistory');

describe('R72 a new device asks', () => {
  it('R72 through the chat with oneself, sealed, and only there', async () => {
    const one = await alice();
    one.gateway.setDevices([newPhone]);
    await one.pushRow(one.gateway.addTextFromBob('c1', 'known'));
    await one.askHistory({ conversationId: 'c1' });
    await eventually('the question', () =>
      one.gateway.requests('message.sendPrivateMessage').some(({ content }) => content.length > 0),
    );
    expect(one.gateway.requests('conversation.create')).toMatchObject([{ type: 'private', identifiers: ['alice'] }]);
    const sent = one.gateway.requests('message.sendPrivateMessage').at(-1)!;
    expect(sent.content).toMatchObject([{ cmdId: 'syncRequest', to: newPhone }]);
    expect(JSON.parse(sent.content[0]!.message)).toEqual({
      conversation: { conversationId: 'c1' },
      self: { identifier: 'alice', deviceId: 'a1' },
      lastMessageId: 'bob known',
      synMessageId: 'bob known',
    });
  });

  it('R72 asked twice it is one question; nothing of it is in the list or counted', async () => {
    const one = await alice();
    await one.askHistory({ conversationId: 'c1' });
    await one.askHistory({ conversationId: 'c1' });
    await eventually('the answer', async () => (await one.db.outbox.count()) === 0);
    const own = (await one.db.conversations.toArray()).find(({ conversionId }) => conversionId !== 'c1')!;
    expect(one.gateway.chats.get(own.conversionId)!.rows).toHaveLength(1);
    expect(own).toMatchObject({ status: 'delete', unread: 0, preview: '' });
  });
});

describe('R72 an old device answers', () => {
  it('R72 it tells its user, and hands nothing over before the user agrees', async () => {
    const one = await oldDevice(3);
    const { id } = await asks(one);
    expect(one.events).toContainEqual({ type: 'historyAsked', requestId: id, deviceId: 'a2', conversationId: 'c1' });
    await one.clock.advance(10_000);
    expect(handed(one)).toEqual([]);
    expect(await one.chat('own')).toMatchObject({ status: 'delete', unread: 0 });
    expect(one.events.some((event) => event.type === 'messageArrived' && event.conversationId === 'own')).toBe(false);
  });

  it('R72 the history goes to the device that asked, newest first, in batches each below the limit, once', async () => {
    const one = await oldDevice(120);
    await one.pushRow(
      one.gateway.addContent('c1', {
        cmdId: 'edit',
        type: 'edit',
        targets: ['bob 7'],
        message: `{"text":"${'x'.repeat(5_000)}"}`,
      }),
    );
    const { id } = await asks(one);
    for (let times = 0; times < 2; times += 1) {
      await one.allowHistory({ requestId: id });
      await eventually('all of it', async () => (await one.db.outbox.count()) === 0);
    }
    const bodies = one.gateway.chats
      .get('own')!
      .rows.slice(1)
      .map(
        ({ content }) =>
          JSON.parse(content!.message) as {
            to: string;
            messages: { content: Content; changes: ChangeRow[] }[];
            last: boolean;
          },
      );
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.every(({ to }) => to === 'a2')).toBe(true);
    expect(bodies.map(({ last }) => last)).toEqual(bodies.map((_, index) => index === bodies.length - 1));
    expect(bodies.flatMap(({ messages }) => messages.map(({ content }) => content.id))).toEqual(
      Array.from({ length: 120 }, (_, index) => `bob ${120 - index}`),
    );
    expect(
      bodies.flatMap(({ messages }) => messages).find(({ content }) => content.id === 'bob 7')!.changes,
    ).toMatchObject([{ kind: 'edit', target: 'bob 7' }]);
    expect(Math.max(...handed(one).map(({ content }) => content[0]!.message.length))).toBeLessThan(
      limits.textMax * 1.2,
    );
  });

  it('R72 only what lies before what the new device has', async () => {
    const one = await oldDevice(6);
    const { id } = await asks(one, { message: request('a2', 'c1', 'bob 4') });
    await one.allowHistory({ requestId: id });
    await eventually('it', () => handed(one).some(({ content }) => content.length > 0));
    const { messages } = JSON.parse(handed(one).at(-1)!.content[0]!.message) as { messages: { content: Content }[] };
    expect(messages.map(({ content }) => content.id)).toEqual(['bob 3', 'bob 2', 'bob 1']);
  });

  it('R72 also what lies after what the new device can read; not what a message unknown here would bound', async () => {
    const one = await oldDevice(6);
    const { id } = await asks(one, { message: request('a2', 'c1', 'bob 3', 'bob 4') });
    await one.allowHistory({ requestId: id });
    const idsOf = (index: number) =>
      (JSON.parse(handed(one).at(index)!.content[0]!.message) as { messages: { content: Content }[] }).messages.map(
        ({ content }) => content.id,
      );
    await eventually('it', () => handed(one).some(({ content }) => content.length > 0));
    expect(idsOf(-1)).toEqual(['bob 6', 'bob 5', 'bob 2', 'bob 1']);
    const before = handed(one).length;
    const again = await asks(one, { id: 'p'.repeat(24), message: request('a2', 'c1', 'bob 3', 'elsewhere') });
    await one.allowHistory({ requestId: again.id });
    await eventually('it', () => handed(one).length > before);
    expect(idsOf(-1)).toEqual(['bob 2', 'bob 1']);
  });

  it('R72 what nobody has asked for, or another person asks for, is not handed over', async () => {
    const one = await oldDevice(2);
    await expect(one.allowHistory({ requestId: 'nothing' })).rejects.toMatchObject({ code: 'NO_MESSAGE' });
    const { id } = await one.pushRow(
      one.gateway.addContent('c1', { id: 'evil', cmdId: 'syncRequest', type: 'syncRequest', message: request('b1') }),
    );
    expect(one.events.some(({ type }) => type === 'historyAsked')).toBe(false);
    await expect(one.allowHistory({ requestId: id })).rejects.toMatchObject({ code: 'NO_MESSAGE' });
  });

  it('R72 it can be agreed to after a restart', async () => {
    const before = await oldDevice(2);
    const { id } = await asks(before);
    await before.close();
    const one = await startAlice(before);
    started.push(one);
    await one.allowHistory({ requestId: id });
    await eventually('it', () => handed(one).length > 0);
  });
});

describe('R72 the new device takes it', () => {
  const batch = (conversationId: string, messages: unknown[], to = 'a1') =>
    JSON.stringify({ conversationId, requestId: 'r', to, messages, last: true });
  const one = (id: string, seq: number, text: string, changes: unknown[] = []) => ({
    content: newContent({
      id,
      type: 'text',
      message: JSON.stringify({ text }),
      sender: { identifier: 'bob', deviceId: 'b1' },
    }),
    seq,
    at: seq * 10,
    changes,
  });

  /** A device that did not exist when the first five messages were sealed. */
  async function newDevice(options?: Parameters<typeof startAlice>[0]) {
    const device = await alice(options);
    device.gateway.addChat('own', { people: ['alice'] });
    device.reconnect();
    await eventually('the own chat', () => device.db.cursors.get('own'));
    for (let index = 1; index <= 5; index += 1)
      await device.pushRow({ ...device.gateway.addTextFromBob('c1', `${index}`), content: null, copy: 'none' });
    await device.pushRow(device.gateway.addTextFromBob('c1', 'since'));
    await device.askHistory({ conversationId: 'c1' });
    const asked = async () => (await device.db.identity.where('key').startsWith('asked:').primaryKeys())[0]!.slice(6);
    const takes = async (message: string, fields: Partial<Row> = {}) =>
      device.pushRow({
        ...device.gateway.addContent('own', {
          by: newPhone,
          cmdId: 'syncHistory',
          type: 'syncHistory',
          message: message.replace('"requestId":"r"', `"requestId":"${await asked()}"`),
        }),
        ...fields,
      });
    return { ...device, takes };
  }

  it('R72 R69 what it lacked has words now, with what became of it; nothing is unread, nothing doubled', async () => {
    const device = await newDevice();
    const before = await device.chat();
    await device.takes(
      batch('c1', [
        one('bob 2', 2, 'two'),
        one('bob 1', 1, 'one', [
          {
            id: 'bob 5',
            conversationId: 'c1',
            target: 'bob 1',
            kind: 'withdraw',
            by: 'bob',
            at: 5,
            message: '{}',
            seq: 5,
            order: 5,
          },
        ]),
        one('bob since', 6, 'forged'),
        one('future', 99, 'later'),
        null,
        { content: 1 },
      ]),
    );
    const texts = (await device.db.messages.where({ conversationId: 'c1' }).sortBy('order')).map(
      ({ content, withdrawn }) => (withdrawn ? 'withdrawn' : content.message),
    );
    expect(texts).toEqual(['withdrawn', '{"text":"two"}', '', '', '{"text":"since"}']);
    expect(await device.message('bob 2')).toMatchObject({ copy: 'acked', isRead: true, seq: 2, createdAt: 20 });
    expect(await device.chat()).toEqual(before);
    expect(await device.db.messages.where({ conversationId: 'own' }).count()).toBe(0);
  });

  it('R72 R174 what was deleted here does not come back with the history', async () => {
    const device = await newDevice();
    await device.forget({ conversationId: 'c1', ids: ['bob 2', 'bob since'] });
    await device.takes(batch('c1', [one('bob since', 6, 'since'), one('bob 2', 2, 'two'), one('bob 1', 1, 'one')]));
    expect([await device.message('bob 2'), await device.message('bob since')]).toEqual([undefined, undefined]);
    expect(await device.message('bob 1')).toMatchObject({ copy: 'acked' });
  });

  it('R72 R49 a file comes with its key: the new device can fetch and open it', async () => {
    const store = createFakeStore();
    const [name, secret] = [`chat/${'x'.repeat(36)}`, newFileSecret()];
    const { blob, digest } = await sealFile(new Blob(['from before']), secret);
    store.objects.set(name, new Uint8Array(await blob.arrayBuffer()));
    const device = await newDevice({ store });
    const file = { key: secret.key, uri: store.uriOf(name), digest, preview: '' };
    const handed = one('bob 2', 2, '');
    const message = JSON.stringify({ file, name: 'old.txt', size: 11, mime: 'text/plain' });
    await device.takes(batch('c1', [{ ...handed, content: { ...handed.content, type: 'file', message } }]));
    await device.fetchFile({ id: 'bob 2' });
    expect(await (await device.db.files.get('bob 2'))!.blob.text()).toBe('from before');
  });

  it('R72 what is for another device, or from another person, is passed over', async () => {
    const device = await newDevice();
    await device.takes(batch('c1', [one('bob 1', 1, 'one')], 'a9'));
    await device.pushRow(
      device.gateway.addContent('c1', {
        id: 'evil',
        cmdId: 'syncHistory',
        type: 'syncHistory',
        message: batch('c1', [one('bob 1', 1, 'forged')]),
      }),
    );
    await settle();
    expect((await device.message('bob 1')).content.message).toBe('');
  });
});

it('R72 batches hold everything in its order, each within the size unless one thing alone is larger', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 60 }), (items, most) => {
      const batches = splitIntoBatches(items, most);
      expect(batches.flat()).toEqual(items);
      expect(batches.length).toBeGreaterThan(0);
      for (const list of batches)
        expect(list.length <= 1 || list.reduce((sum, item) => sum + JSON.stringify(item).length, 0) <= most).toBe(true);
    }),
  );
});
