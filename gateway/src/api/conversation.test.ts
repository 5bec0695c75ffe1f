import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf, connectAs, outcome, signIn, type Person } from '../testClient.ts';
import { startTestGateway, type TestGateway } from '../testing.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterAll(() => gateway.close());

describe('conversations', () => {
  test('R71 a pair has one private chat, whoever asks first and however often at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? chatOf(alice, bob) : chatOf(bob, alice))));
    expect(new Set(ids).size).toBe(1);
  });

  test('R71 the chat is listed with the other person, encrypted to begin with', async () => {
    const conversionId = await chatOf(alice, bob);
    const { list } = await alice.api.conversation.list({});
    expect(list).toMatchObject([{
      conversionId, type: 'private', status: 'normal', userSetting: { encrypted: true, isTop: false },
      userInfo: [{ identifier: bob.identifier, lastName: 'Bob' }],
    }]);
    expect((await alice.api.conversation.getPrivateConversationDetail({ conversationId: conversionId })).info)
      .toMatchObject({ conversionId, userInfo: { identifier: bob.identifier, lastName: 'Bob' } });
  });

  test('both are told when it begins', async () => {
    const [carol, dave] = [await signIn(gateway), await signIn(gateway)];
    const sockets = [await connectAs(carol), await connectAs(dave)];
    const conversationId = await chatOf(carol, dave);
    for (const socket of sockets) {
      await socket.until(() => socket.notices.length > 0);
      expect(socket.notices).toMatchObject([{ type: 'conversationChanged', conversationId }]);
      socket.close();
    }
  });

  test('nobody chats with nobody, or with three', async () => {
    const create = (identifiers: string[]) => outcome(alice.api.conversation.create({ type: 'private', identifiers }));
    expect(await create([])).toBe('BAD_REQUEST');
    expect(await create([bob.identifier, bob.identifier])).toBe('BAD_REQUEST');
    expect(await create(['nobody'])).toBe('NO_AUTH');
    expect(await outcome(alice.api.conversation.create({ type: 'robot', identifiers: [bob.identifier] }))).toBe('BAD_REQUEST');
  });

  test('R71 a group begins with its people', async () => {
    const { conversation } = await alice.api.conversation.create({ type: 'group', identifiers: [bob.identifier] });
    expect(conversation).toMatchObject({ type: 'group' });
    expect((await bob.api.conversation.list({})).list.map(({ conversionId }) => conversionId)).toContain(conversation!.conversionId);
    expect(await outcome(bob.api.conversation.getPrivateConversationDetail({ conversationId: conversation!.conversionId }))).toBe('NO_AUTH');
  });
});
