import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

beforeAll(async () => {
  gateway = await startTestGateway({ limits: { exportPage: 3, exportsPerHour: 4 } });
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterAll(() => gateway.close());

type Exported = Record<string, Record<string, unknown>[]>;

async function exported({ api }: Person): Promise<Exported> {
  const sections: Exported = {};
  for (let [cursor, before, done] = ['', -1, 0]; ; before = done) {
    const part = await api.user.exportData({ cursor });
    (sections[part.section] ??= []).push(...(JSON.parse(part.rows) as Record<string, unknown>[]));
    ({ cursor, done } = part);
    expect(done).toBeGreaterThanOrEqual(before);
    if (cursor === '') {
      expect(done).toBe(100);
      return sections;
    }
  }
}

describe('R196 export', () => {
  test('R196 holds all that I have written, each once, and nothing that others have', async () => {
    const [group, chat] = [await groupOf(alice, bob), await chatOf(alice, bob)];
    const mine: string[] = [];
    for (let n = 1; n <= 7; n += 1) {
      mine.push(
        (await sendText(alice, group, `mine ${n}`, { type: 'group' })).id,
        (await sendText(alice, chat, `mine, to Bob ${n}`)).id,
      );
      await sendText(bob, group, `theirs ${n}`, { type: 'group' });
    }
    const { id: sealed } = await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'text', message: '03sealed', to: { identifier: bob.identifier, deviceId: bob.deviceId } }],
    });
    await sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
    const { messages } = await exported(alice);
    const texts = messages!.filter(({ type }) => type === 'text');
    expect(texts.map(({ id }) => id).toSorted()).toEqual([...mine].toSorted());
    expect(texts[0]).toMatchObject({
      message: expect.stringContaining('mine'),
      time: expect.any(Number),
      encrypted: false,
      withdrawn: false,
    });
    expect(messages!.find(({ id }) => id === sealed)).toMatchObject({
      conversation: chat,
      message: null,
      encrypted: true,
    });
    expect(messages!.map(({ type }) => type).filter((type) => type !== 'text' && type !== '')).toEqual(
      expect.arrayContaining(['createGroup', 'deleteMember']),
    );
    expect(JSON.stringify(messages)).not.toContain('theirs');
    // Bob's messages from before he was removed are still his.
    expect((await exported(bob))['messages']!.filter(({ type }) => type === 'text')).toHaveLength(7);
  });

  test("R196 holds everything else that is kept of me, and nobody else's", async () => {
    const carol = await signIn(gateway, { name: 'Carol' });
    await carol.api.circle.post({ text: 'A moment' });
    const { spaceInfo } = await bob.api.groupChat.createSpace({ spaceName: 'Rowing' });
    await carol.api.conversation.directJoin({ spaceId: spaceInfo!.spaceId });
    await carol.api.contact.apply({ identifier: bob.identifier, message: 'It is me' });
    await carol.api.contact.block({ identifier: alice.identifier });
    await carol.api.contact.setRemark({ identifier: bob.identifier, remarkName: 'Bobby' });
    await carol.api.user.setPrivacy({ hideReadState: true, unencrypted: 'never' });
    const all = await exported(carol);
    expect(all).toMatchObject({
      profile: [
        { identifier: carol.identifier, phone: carol.phone, name: 'Carol', hideReadState: true, unencrypted: 'never' },
      ],
      devices: [{ id: carol.deviceId, name: 'test', system: 'web' }],
      sessions: [{ device: carol.deviceId, ended: null }],
      blocked: [{ identifier: alice.identifier }],
      contactRequests: [{ from: carol.identifier, to: bob.identifier, message: 'It is me', status: 'applying' }],
      moments: [{ text: 'A moment' }],
      spaces: [{ id: spaceInfo!.spaceId, name: 'Rowing' }],
      bots: [{ name: 'Amber Assistant' }],
      conversations: [{ type: 'group', name: 'General', space: spaceInfo!.spaceId, role: 'member' }],
      favorites: [],
      invited: [],
      campaigns: [],
      messages: [{ type: 'joinMember' }],
    });
    expect(all['contacts']).toContainEqual(expect.objectContaining({ identifier: bob.identifier, remark: 'Bobby' }));
    for (const secret of [bob.phone, alice.phone, carol.tokens.token, carol.tokens.refreshToken])
      expect(JSON.stringify(all)).not.toContain(secret);
  });

  test('a cursor that is none is refused, and so is whoever begins too often', async () => {
    const dora = await signIn(gateway);
    for (const cursor of ['nothing', 'messages x y', 'messages', 'constructor'])
      expect(await outcomeCode(dora.api.user.exportData({ cursor }))).toBe('BAD_REQUEST');
    const tries = [];
    for (let n = 0; n < 5; n += 1) tries.push(await outcomeCode(dora.api.user.exportData({})));
    expect(tries).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY']);
  });
});
