import { randomBytes } from 'node:crypto';
import type { Input, Campaign } from '@amber/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apiOf,
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
const operators = new Set<string>();
/** Whose words are repeated, who reads them, and a third person. */
let author: Person;
let reader: Person;
let other: Person;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
});
beforeEach(async () => {
  secret = `Morgen${randomBytes(6).toString('hex')}`;
  [author, reader, other] = [
    await signIn(gateway, { name: 'Author' }),
    await signIn(gateway, { name: 'Reader' }),
    await signIn(gateway, { name: 'Other' }),
  ];
});
afterAll(() => gateway.close());

/** In the text of a case, and nowhere else. */
let secret: string;

async function befriend(a: Person, b: Person): Promise<void> {
  await a.api.contact.apply({ identifier: b.identifier });
  await b.api.contact.contactApplyOperate({ fromIdentifier: a.identifier, operate: 'agree' });
}
const blockedBy = (who: Person, whom: Person) => who.api.contact.block({ identifier: whom.identifier });

/** A list that repeats words of something else: how the reader gets them, and what takes that right away again. */
interface Repeated {
  read(): Promise<unknown>;
  revoke(): Promise<unknown>;
}

const moment = async (visibility: 'everyone' | 'contacts' | 'space', spaceId = '') =>
  (await author.api.circle.post({ text: secret, visibility, spaceId })).blog!.blogId;
const edited = (blogId: string, visibility: 'me' | 'contacts') =>
  author.api.circle.edit({ blogId, text: secret, visibility });

/** The reader has commented on the moment, and is notified of an answer. */
async function answered(blogId: string, by = author): Promise<() => Promise<unknown>> {
  const commentId = newMessageId();
  await reader.api.circle.comment({ blogId, commentId, text: 'First' });
  await by.api.circle.comment({ blogId, commentId: newMessageId(), answers: commentId, text: 'Second' });
  return () => reader.api.circle.getNews({});
}

async function space(change: object = {}): Promise<{ spaceId: string; room: string }> {
  const { spaceInfo, rooms } = await author.api.groupChat.createSpace({ spaceName: secret, ...change });
  return { spaceId: spaceInfo!.spaceId, room: rooms[0]!.conversionId };
}
const closed = (spaceId: string) =>
  author.api.groupChat.modifySpace({
    op: 'CHANGE',
    spaceId,
    space: { spaceName: secret, invitationOnly: true },
  });

/** The reader has a chat with a bot of the author's. */
async function bot(info: object = {}): Promise<string> {
  const { aiBotInfo } = await author.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: {
      type: 'mate',
      name: 'Momo',
      audience: 'everyone',
      opening: secret,
      quietFrom: 100,
      quietTo: 200,
      timeZone: 'Europe/Berlin',
      writesFirst: 'daily',
      ...info,
    },
  });
  await reader.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  return aiBotInfo!.aiBotId;
}
const narrowed = async (aiBotId: string) => {
  const { aiBotInfo } = await author.api.aiBot.getAiBot({ aiBotId });
  return author.api.aiBot.updateUserClone({ aiBotInfo: { ...aiBotInfo!, audience: 'owner' } });
};

async function campaign(task: Input<Campaign>['tasks']): Promise<string> {
  const id = secret.toLowerCase();
  const now = Date.now();
  await operator.api.airdrop.save({
    campaign: {
      id,
      title: 'C',
      reward: 'R',
      begins: now - 1_000,
      ends: now + 1e7,
      prize: 'none',
      prizes: 0,
      tasks: task!,
    },
  });
  return id;
}

const group = async () => {
  const id = await groupOf(author, reader);
  const { id: message } = await sendText(author, id, secret, { type: 'group' });
  await reader.api.user.addFavorite({ conversationId: id, id: message });
  return { id, message, read: () => reader.api.user.favorites({}) };
};

/** Each list, and each way in which the right to read it ends. */
const lists: Record<string, () => Promise<Repeated>> = {
  'moment news: the moment became private': async () => {
    const id = await moment('everyone');
    return { read: await answered(id), revoke: () => edited(id, 'me') };
  },
  'moment news: the moment is for contacts only': async () => {
    const id = await moment('everyone');
    return { read: await answered(id), revoke: () => edited(id, 'contacts') };
  },
  'moment news: they are no contacts any more': async () => {
    await befriend(author, reader);
    const id = await moment('contacts');
    return { read: await answered(id), revoke: () => reader.api.contact.delete({ identifier: author.identifier }) };
  },
  'moment news: the reader has left the space': async () => {
    const { spaceId } = await space();
    await reader.api.conversation.directJoin({ spaceId });
    const id = await moment('space', spaceId);
    return { read: await answered(id), revoke: () => reader.api.conversation.quitSpace({ spaceId }) };
  },
  'moment news: the author has blocked the reader': async () => {
    const id = await moment('everyone');
    return { read: await answered(id, other), revoke: () => blockedBy(author, reader) };
  },
  'moment news: the reader has blocked the author': async () => {
    const id = await moment('everyone');
    return { read: await answered(id, other), revoke: () => blockedBy(reader, author) };
  },
  'moment news: somebody who follows is blocked': async () => {
    await author.api.user.updateUserInfo({ lastName: secret, avatar: '/chat/avatars/fox.svg' });
    await author.api.circle.followBlog({ identifier: reader.identifier, follow: true });
    return { read: () => reader.api.circle.getNews({}), revoke: () => blockedBy(reader, author) };
  },
  'comments: whom an answer answers is apart by a block': async () => {
    await author.api.user.updateUserInfo({ lastName: secret, avatar: '/chat/avatars/fox.svg' });
    const { blog } = await other.api.circle.post({ text: 'By another' });
    const commentId = newMessageId();
    await author.api.circle.comment({ blogId: blog!.blogId, commentId, text: 'First' });
    await other.api.circle.comment({
      blogId: blog!.blogId,
      commentId: newMessageId(),
      answers: commentId,
      text: 'Second',
    });
    return {
      read: () => reader.api.circle.getComments({ blogId: blog!.blogId }),
      revoke: () => blockedBy(author, reader),
    };
  },
  'comments: the moment became private': async () => {
    const id = await moment('everyone');
    await author.api.circle.comment({ blogId: id, commentId: newMessageId(), text: secret });
    return { read: () => reader.api.circle.getComments({ blogId: id }), revoke: () => edited(id, 'me') };
  },
  'moments: the name of a space that its author has left, and that is not public': async () => {
    const { spaceId } = await space({ invitationOnly: true });
    const { invitation } = (await author.api.groupChat.createInvitation({ spaceId })).invitation!;
    await reader.api.conversation.directJoin({ spaceId, fromIdentifier: author.identifier, invitation });
    await reader.api.circle.post({ text: 'By the reader', visibility: 'space', spaceId });
    return {
      read: () => reader.api.circle.getUserBlogList({ identifier: reader.identifier, pageSize: 10 }),
      revoke: () => reader.api.conversation.quitSpace({ spaceId }),
    };
  },
  'favourites: the message was withdrawn': async () => {
    const { id, message, read } = await group();
    return { read, revoke: () => sendCommand(author, id, 'withdraw', { targets: [message] }) };
  },
  'favourites: the reader has left the group': async () => {
    const { id, read } = await group();
    return { read, revoke: () => sendCommand(reader, id, 'quitMember') };
  },
  'favourites: the reader was removed, and came back later': async () => {
    const { id, read } = await group();
    return {
      read,
      async revoke() {
        await sendCommand(author, id, 'deleteMember', { targets: [reader.identifier] });
        await sendCommand(author, id, 'inviteMember', { targets: [reader.identifier] });
      },
    };
  },
  'chats: the group of which the reader was a member': async () => {
    const { id } = await group();
    await sendCommand(author, id, 'groupName', { body: { name: secret } });
    return {
      read: () =>
        reader.api.message
          .sync({ cursors: [{ conversationId: id, epoch: 1, seq: 1_000 }] })
          .then(({ parts, ...rest }) => ({
            ...rest,
            conversations: parts.map(({ rows: _, ...part }) => part),
          })),
      revoke: () => sendCommand(reader, id, 'quitMember'),
    };
  },
  'people found by name: a bot whose owner has blocked the reader': async () => {
    await bot({ name: secret });
    return { read: () => reader.api.contact.search({ keyword: secret }), revoke: () => blockedBy(author, reader) };
  },
  'people found by identifier: such a bot': async () => {
    const id = await bot({ name: secret });
    return { read: () => reader.api.contact.search({ keyword: id }), revoke: () => blockedBy(author, reader) };
  },
  'people found by identifier: a bot that is its owner’s alone': async () => {
    const id = await bot({ name: secret });
    return { read: () => reader.api.contact.search({ keyword: id }), revoke: () => narrowed(id) };
  },
  'list of bots: the owner has blocked the reader': async () => {
    await bot();
    return { read: () => reader.api.aiBot.queryAiBotList({ updateTime: 0 }), revoke: () => blockedBy(author, reader) };
  },
  'list of bots: the bot is its owner’s alone': async () => {
    const id = await bot();
    return { read: () => reader.api.aiBot.queryAiBotList({ updateTime: 0 }), revoke: () => narrowed(id) };
  },
  'bots at sign-in: the owner has blocked the reader': async () => {
    await bot();
    return {
      read: () => reader.api.user.init({ uuid: reader.deviceId, deviceName: 'test', system: 'web' }),
      revoke: () => blockedBy(author, reader),
    };
  },
  'one bot: the owner has blocked the reader': async () => {
    const id = await bot();
    return { read: () => reader.api.aiBot.getAiBot({ aiBotId: id }), revoke: () => blockedBy(author, reader) };
  },
  'tasks of a campaign: the space is not public any more': async () => {
    const { spaceId } = await space({ spaceClassification: 'community' });
    const id = await campaign([{ kind: 'joinSpace', target: spaceId, count: 1 }]);
    return { read: () => reader.api.airdrop.info({ id }), revoke: () => closed(spaceId) };
  },
  'tasks of a campaign, for visitors: the space is not public any more': async () => {
    const { spaceId } = await space({ spaceClassification: 'community' });
    const id = await campaign([{ kind: 'joinSpace', target: spaceId, count: 1 }]);
    return { read: () => apiOf(gateway.url).airdrop.info({ id }), revoke: () => closed(spaceId) };
  },
  'tasks of a campaign: the room’s space is not public any more': async () => {
    const { spaceId, room } = await space({ spaceClassification: 'community' });
    await author.api.groupChat.modifySpace({ op: 'CHANGE', spaceId, conversationId: room, room: { name: secret } });
    const id = await campaign([{ kind: 'say', target: room, count: 1 }]);
    return { read: () => reader.api.airdrop.info({ id }), revoke: () => closed(spaceId) };
  },
};

describe('T6 what repeats words of something else follows the rights of today', () => {
  test.each(Object.entries(lists))('T6 %s', async (_, prepare) => {
    const { read, revoke } = await prepare();
    expect(JSON.stringify(await read())).toContain(secret);
    await revoke();
    // Refused, or without the words.
    expect(JSON.stringify(await read().catch((thrown: unknown) => String(thrown)))).not.toContain(secret);
  });

  test.each(['author', 'reader'] as const)(
    'T6 nobody answers a comment across a block; blocked by the %s',
    async (by) => {
      const { blog } = await other.api.circle.post({ text: 'By another' });
      const { blogId } = blog!;
      const commentId = newMessageId();
      await author.api.circle.comment({ blogId, commentId, text: 'First' });
      const answer = (answers: string) =>
        outcomeCode(reader.api.circle.comment({ blogId, commentId: newMessageId(), answers, text: 'Second' }));
      expect(await answer(commentId)).toBe('SUCCESS');
      await (by === 'author' ? blockedBy(author, reader) : blockedBy(reader, author));
      expect(await answer(commentId)).toBe('NO_AUTH');
      expect(await answer('')).toBe('SUCCESS');
    },
  );

  test('T6 only its owner learns when a mate writes first, its quiet hours and time zone', async () => {
    const id = await bot();
    const hidden = { writesFirst: 'never', quietFrom: 0, quietTo: 0, timeZone: '' };
    const { aiBotInfo } = await reader.api.aiBot.getAiBot({ aiBotId: id });
    expect(aiBotInfo).toMatchObject({ ...hidden, opening: secret });
    expect(
      (await reader.api.aiBot.queryAiBotList({ updateTime: 0 })).list.find(({ aiBotId }) => aiBotId === id),
    ).toMatchObject(hidden);
    expect((await author.api.aiBot.getAiBot({ aiBotId: id })).aiBotInfo).toMatchObject({
      writesFirst: 'daily',
      quietFrom: 100,
      timeZone: 'Europe/Berlin',
    });
  });

  test('T6 a change of a bot reaches each device with as much as its person may read', async () => {
    const id = await bot();
    await other.api.conversation.create({ type: 'robot', identifiers: [id] });
    await blockedBy(author, other);
    const { aiBotInfo } = await author.api.aiBot.getAiBot({ aiBotId: id });
    await author.api.aiBot.updateUserClone({ aiBotInfo: { ...aiBotInfo!, name: 'Lulu' } });
    const told = async ({ api }: Person) =>
      (await api.message.sync({})).notices
        .filter(({ type, identifier }) => type === 'aiBotInfo' && identifier === id)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(await told(reader)).toMatchObject([{ name: 'Lulu', opening: secret, timeZone: '', quietFrom: 0 }]);
    expect(await told(other)).toMatchObject([{ name: 'Lulu', opening: '', timeZone: '' }]);
    // The device that made the change has the answer of the call; the owner's others get all of it.
    expect(await told(author)).toMatchObject([
      { name: 'Lulu', opening: secret, timeZone: 'Europe/Berlin', quietFrom: 100 },
    ]);
  });
});
