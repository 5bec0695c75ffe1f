import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;
let group: string;

beforeAll(async () => {
  gateway = await startTestGateway({ limits: { favoritesMax: 5, favoritesPage: 2 } });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  group = await groupOf(alice, bob);
});
afterAll(() => gateway.close());

const say = async (text: string) => (await sendText(alice, group, text, { type: 'group' })).id;
const add = (id: string, person = bob, conversationId = group) => person.api.user.addFavorite({ conversationId, id });
const remove = (id: string, person = bob) => person.api.user.removeFavorite({ conversationId: group, id });
async function all(person = bob) {
  const texts: string[] = [];
  for (let before = 0, more = true; more;) {
    const reply = await person.api.user.favorites({ before });
    expect(reply.list.length).toBeLessThanOrEqual(2);
    texts.push(
      ...reply.list.map(({ row }) => (JSON.parse(row!.content!.message || '{}') as { text?: string }).text ?? ''),
    );
    before = reply.list.at(-1)?.place ?? 0;
    ({ more } = reply);
  }
  return texts;
}

describe('R20 favorites', () => {
  test('R20 are mine alone, the newest first, page by page, each once', async () => {
    const ids = [];
    for (const text of ['one', 'two', 'three', 'four', 'five']) ids.push(await say(text));
    for (const n of [2, 0, 1, 4, 3, 2]) await add(ids[n]!);
    expect(await all()).toEqual(['four', 'five', 'two', 'one', 'three']);
    expect(await all(alice)).toEqual([]);
    await remove(ids[4]!);
    await remove(ids[4]!);
    expect(await all()).toEqual(['four', 'two', 'one', 'three']);
    const {
      list: [newest],
    } = await bob.api.user.favorites({ limit: 1 });
    expect(newest).toMatchObject({
      row: { conversationId: group, id: ids[3], copy: 'open', sender: { identifier: alice.identifier } },
    });
  });

  test('are so many and no more, unless one is removed', async () => {
    const ids = await Promise.all(['1', '2', '3', '4', '5', '6'].map(say));
    const outcomes = await Promise.all(ids.map((id) => outcomeCode(add(id))));
    expect(outcomes.toSorted()).toEqual(['FAVORITES_FULL', ...Array.from({ length: 5 }, () => 'SUCCESS')]);
    const [left, kept] = [ids[outcomes.indexOf('FAVORITES_FULL')]!, ids[outcomes.indexOf('SUCCESS')]!];
    expect(await outcomeCode(add(kept))).toBe('SUCCESS');
    await remove(kept);
    expect(await outcomeCode(add(left))).toBe('SUCCESS');
  });

  test('P7 are what I may see: nothing of before I came, withdrawn words without words, and nothing of where I am no more', async () => {
    const before = await say('before');
    const late = await signIn(gateway);
    await sendCommand(alice, group, 'inviteMember', { targets: [late.identifier] });
    expect(await outcomeCode(add(before, late))).toBe('NO_MESSAGE');
    expect(await outcomeCode(add(newMessageId(), late))).toBe('NO_MESSAGE');
    const { id: elsewhere } = await sendText(alice, await chatOf(alice, bob), 'elsewhere');
    expect(await outcomeCode(add(elsewhere, late))).toBe('NO_MESSAGE');
    expect(await outcomeCode(add(before, await signIn(gateway)))).toBe('NO_AUTH');
    const id = await say('hello');
    await add(id, late);
    await sendCommand(alice, group, 'withdraw', { targets: [id] });
    expect(await all(late)).toEqual(['']);
    expect(await outcomeCode(add(id))).toBe('NO_MESSAGE');
    await sendCommand(alice, group, 'deleteMember', { targets: [late.identifier] });
    expect(await all(late)).toEqual([]);
  });

  test('of sealed messages the gateway keeps the place alone', async () => {
    const chat = await chatOf(alice, bob);
    const { id } = await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'text', message: '03sealed', to: { identifier: bob.identifier, deviceId: bob.deviceId } }],
    });
    await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    await add(id, bob, chat);
    expect((await bob.api.user.favorites({})).list).toMatchObject([
      { row: { conversationId: chat, id, copy: 'acked', content: null } },
    ]);
  });
});
