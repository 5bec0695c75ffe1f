import { Fault } from '@amber/proto/faults';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

async function alice() {
  const one = await startAlice();
  started.push(one);
  const { gateway, pushRow } = one;
  return {
    ...one,
    /** What the list says of a chat: the preview, the author, and how far the message has come. */
    async listed(conversationId = 'c1') {
      const { preview, previewKind, last } = await one.chat(conversationId);
      const state = last && (last.error || (last.loading && 'loading') || 'sent');
      return [previewKind ?? preview, last?.sender, state];
    },
    change: (cmdId: 'edit' | 'withdraw', target: string, body: object, by = { identifier: 'bob', deviceId: 'b1' }) =>
      pushRow(gateway.addContent('c1', { cmdId, type: cmdId, targets: [target], message: JSON.stringify(body), by })),
  };
}

test('R216 an own message is listed while it is sent, with its position when it has arrived', async () => {
  const { gateway, sendText, waitUntilSent, listed, chat } = await alice();
  const held = Promise.withResolvers<void>();
  gateway.faults.holdCall.set('message.sendPrivateMessage', held.promise);
  const id = await sendText('hello');
  expect(await listed()).toEqual(['hello', 'alice', 'loading']);
  held.resolve();
  await waitUntilSent(id);
  expect(await listed()).toEqual(['hello', 'alice', 'sent']);
  expect((await chat()).last).toMatchObject({ id, seq: 1 });
});

test('R216 what arrives meanwhile does not replace a message that is being sent', async () => {
  const { gateway, sendText, waitUntilSent, pushRow, listed } = await alice();
  const held = Promise.withResolvers<void>();
  gateway.faults.holdCall.set('message.sendPrivateMessage', held.promise);
  const id = await sendText('mine');
  await pushRow(gateway.addTextFromBob('c1', 'theirs'));
  expect(await listed()).toEqual(['mine', 'alice', 'loading']);
  held.resolve();
  await waitUntilSent(id);
  await pushRow(gateway.addTextFromBob('c1', 'later'));
  expect(await listed()).toEqual(['later', 'bob', 'sent']);
});

test('R216 a message that failed says so until it is sent again or discarded', async () => {
  const { gateway, sendText, waitUntilSent, pushRow, listed, message, retry, discard } = await alice();
  await pushRow(gateway.addTextFromBob('c1', 'first'));
  gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('TOO_LARGE'));
  const id = await sendText('again');
  await eventually('the failure', async () => (await message(id)).error === 'error');
  expect(await listed()).toEqual(['again', 'alice', 'error']);
  gateway.faults.refuse.clear();
  await retry({ id });
  await waitUntilSent(id);
  expect(await listed()).toEqual(['again', 'alice', 'sent']);
  gateway.faults.refuse.set('message.sendPrivateMessage', () => new Fault('TOO_LARGE'));
  const other = await sendText('never');
  await eventually('the failure', async () => (await message(other)).error === 'error');
  await discard({ id: other });
  expect(await listed()).toEqual(['again', 'alice', 'sent']);
});

test('R216 edits, withdrawals and deletions of the listed message are listed, those of others are not', async () => {
  const { gateway, pushRow, listed, change, forget } = await alice();
  await pushRow(gateway.addTextFromBob('c1', 'one'));
  await pushRow(gateway.addTextFromBob('c1', 'two'));
  await change('edit', 'bob one', { text: 'uno' });
  expect(await listed()).toEqual(['two', 'bob', 'sent']);
  await change('edit', 'bob two', { text: 'due' });
  expect(await listed()).toEqual(['due', 'bob', 'sent']);
  await change('withdraw', 'bob two', {});
  expect(await listed()).toEqual(['withdrawn', 'bob', 'sent']);
  await forget({ conversationId: 'c1', ids: ['bob two'] });
  expect(await listed()).toEqual(['uno', 'bob', 'sent']);
  await forget({ conversationId: 'c1', ids: ['bob one'] });
  expect(await listed()).toEqual(['', undefined, undefined]);
});

test('R216 a system line after the listed message does not keep its withdrawal out of the list', async () => {
  const { gateway, pushRow, listed, db, change, message } = await alice();
  await pushRow(gateway.addTextFromBob('c1', 'secret'));
  const { content, ...row } = await message('bob secret');
  await db.messages.put({
    ...row,
    id: 'line',
    order: row.order + 0.5,
    content: { ...content, id: 'line', type: 'system' },
  });
  await change('withdraw', 'bob secret', {});
  expect(await listed()).toEqual(['withdrawn', 'bob', 'sent']);
});

test('R216 in a group the author is listed, and an anonymous one is not', async () => {
  const { gateway, reconnect, db, pushRow, listed } = await alice();
  gateway.addChat('g1', { type: 'group', people: ['alice', 'bob', 'carol'] });
  reconnect();
  await eventually('the group', () => db.cursors.get('g1'));
  const write = (text: string, by: { identifier: string; deviceId: string } | null) =>
    pushRow(gateway.addContent('g1', { type: 'text', message: JSON.stringify({ text }), anonymous: by === null, by }));
  await write('named', { identifier: 'carol', deviceId: 'd' });
  expect(await listed('g1')).toEqual(['named', 'carol', 'sent']);
  await write('hidden', null);
  expect(await listed('g1')).toEqual(['hidden', '', 'sent']);
});

test('R212 an album is listed with its text, wherever in it that stands, as long as it is not withdrawn', async () => {
  const { gateway, reconnect, db, pushRow, listed } = await alice();
  gateway.addChat('g1', { type: 'group', people: ['alice', 'bob', 'carol'] });
  reconnect();
  await eventually('the group', () => db.cursors.get('g1'));
  const push = (fields: object) => pushRow(gateway.addContent('g1', fields));
  const file = { file: { key: 'k', uri: 'u', digest: 'd' }, name: 'a.png', size: 1, mime: 'image/png' };
  const picture = (id: string, index: number, more: object = {}, fields: object = {}) =>
    push({
      ...fields,
      id,
      type: 'image',
      message: JSON.stringify({ ...file, album: { id: 'album', index, count: 3 }, ...more }),
    });
  await picture('p0', 0, { caption: 'our trip' });
  await picture('p1', 1);
  await picture('p2', 2);
  expect(await listed('g1')).toEqual(['our trip', 'bob', 'sent']);
  await push({ cmdId: 'edit', type: 'edit', targets: ['p0'], message: '{"text":"my trip"}' });
  expect(await listed('g1')).toEqual(['my trip', 'bob', 'sent']);
  await push({ cmdId: 'withdraw', type: 'withdraw', targets: ['p0'], message: '{}' });
  expect(await listed('g1')).toEqual(['image', 'bob', 'sent']);
  // The id of an album is a claim of its sender.
  await picture('p3', 0, { caption: 'again' });
  await picture('p4', 1, {}, { by: { identifier: 'carol', deviceId: 'c' } });
  expect(await listed('g1')).toEqual(['image', 'carol', 'sent']);
});

test('R216 the row of an older build, which does not say whose the message is, learns it with the next change', async () => {
  const { gateway, pushRow, listed, db, change } = await alice();
  await pushRow(gateway.addTextFromBob('c1', 'old'));
  await db.conversations.update('c1', { last: undefined });
  expect(await listed()).toEqual(['old', undefined, undefined]);
  await change('edit', 'bob old', { text: 'new' });
  expect(await listed()).toEqual(['new', 'bob', 'sent']);
});
