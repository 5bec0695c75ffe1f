import { readText } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responders, type AiService, startAiService } from '../testing/aiService.ts';
import {
  connectAs,
  historyOf,
  newMessageId,
  outcomeCode,
  type Person,
  sendText,
  signIn,
  type TestSocket,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const minute = 60_000;
let service: AiService;
let gateway: TestGateway;
let other: TestGateway;
let options: Parameters<typeof startTestGateway>[0];
let now = Date.now();
const operators = new Set<string>();
let owner: Person;
let contact: Person;
let stranger: Person;
let bot: string;

beforeAll(async () => {
  service = await startAiService();
  options = {
    clock: () => (now += 1),
    ai: { baseUrl: service.url, key: '', models: ['small'] as const },
    operators,
    limits: { agentPollEvery: 50, callsPerMinutePerAccount: 10_000 },
  };
  gateway = await startTestGateway(options);
  other = await startTestGateway({ ...options, databaseUrl: gateway.databaseUrl });
  service.respond = responders.pieces(['I am the AI']);
  owner = await signIn(gateway, { name: 'Olga Owner' });
  contact = await signIn(gateway, { name: 'Carl Contact' });
  stranger = await signIn(gateway, { name: 'Stan Stranger' });
  await contact.api.contact.apply({ identifier: owner.identifier });
  await owner.api.contact.contactApplyOperate({ fromIdentifier: contact.identifier, operate: 'agree' });
  const { aiBotInfo } = await owner.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'clone', name: 'Shop', audience: 'everyone', humans: 'contacts' },
  });
  bot = aiBotInfo!.aiBotId;
});
afterAll(async () => {
  await other.close();
  await gateway.close();
  await service.close();
});

async function visit(name = 'Vera Visitor'): Promise<{ vera: Person; chat: string; socket: TestSocket }> {
  const vera = await signIn(gateway, { name });
  const { conversation } = await vera.api.conversation.create({ type: 'robot', identifiers: [bot] });
  return { vera, chat: conversation!.conversionId, socket: await connectAs(vera) };
}

const say = (vera: Person, chat: string, text: string) => sendText(vera, chat, text, { type: 'robot' });
/** Sends a voice message without a transcript. */
const speak = (vera: Person, chat: string) => {
  const file = { key: 'k', uri: '/files/a', digest: 'd', preview: '' };
  const body = { file, name: 'voice.mp3', size: 5, mime: 'audio/mpeg', voice: true };
  return vera.api.message.sendPrivateMessage({
    id: newMessageId(),
    conversation: { conversationId: chat, conversationType: 'robot' },
    content: [{ type: 'audio', message: JSON.stringify(body) }],
  });
};
const answer = (agent: Person, conversationId: string, text: string, id = newMessageId()) =>
  agent.api.aiBot.agentAnswer({ conversationId, id, text });
const stateOf = async (vera: Person) => {
  const { aiConversations } = await vera.api.user.init({ uuid: vera.deviceId, deviceName: 'test', system: 'web' });
  const { conversation, human } = aiConversations.find(({ aiBotInfo }) => aiBotInfo?.aiBotId === bot)!;
  return human ? `${conversation!.state} ${human.name}`.trim() : conversation!.state;
};
const linesIn = async (vera: Person, chat: string): Promise<string[]> =>
  (await historyOf(vera, chat)).flatMap(({ content }) => {
    const text = content && readText(content);
    if (text) return text.human ? `${text.human}: ${text.text}` : text.text;
    return content?.cmdId && content.cmdId !== 'streamEnd' ? `${content.cmdId} ${content.message}` : [];
  });

test('R129 a person asks for a human, who takes the chat, answers as a human, and hands it back to the AI', async () => {
  const { vera, chat, socket } = await visit();
  expect(await stateOf(vera)).toBe('AI');
  const { conversation } = await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  expect(conversation).toMatchObject({
    conversation: { conversationId: chat, identifier: bot, state: 'man' },
    human: { name: '', waited: 0, ahead: 0 },
  });
  await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  expect(await stateOf(vera)).toBe('man');
  await say(vera, chat, 'Is anybody there?');
  expect((await contact.api.aiBot.agentQueue({})).list).toMatchObject([
    { conversationId: chat, botName: 'Shop', mine: false, person: { lastName: 'Vera Visitor' } },
  ]);
  expect(await outcomeCode(contact.api.aiBot.agentChat({ conversationId: chat }))).toBe('SERVICE_OVER');

  await contact.api.aiBot.agentTake({ conversationId: chat });
  expect(await stateOf(vera)).toBe('man Carl Contact');
  const id = newMessageId();
  await answer(contact, chat, 'Yes, I am.', id);
  await answer(contact, chat, 'Yes, I am.', id);
  await speak(vera, chat);
  await contact.api.aiBot.agentNote({ conversationId: chat, id: newMessageId(), text: 'Asks a lot' });
  const { lines, notes } = await contact.api.aiBot.agentChat({ conversationId: chat });
  expect(lines.map(({ by, name, text }) => [by, name, text])).toEqual([
    ['person', '', 'Is anybody there?'],
    ['human', 'Carl Contact', 'Yes, I am.'],
    ['person', '', '[Voice message without text]'],
  ]);
  expect(notes).toMatchObject([{ author: 'Carl Contact', text: 'Asks a lot' }]);
  await contact.api.aiBot.agentRelease({ conversationId: chat });
  expect(await stateOf(vera)).toBe('AI');
  expect(service.requests).toHaveLength(0);
  expect(await linesIn(vera, chat)).toEqual([
    'waitConnect {"waited":0,"ahead":0}',
    'Is anybody there?',
    'agentConnect {"name":"Carl Contact"}',
    'Carl Contact: Yes, I am.',
    'switchedToAi {"by":"human","name":"Carl Contact"}',
  ]);
  expect(JSON.stringify(await historyOf(vera, chat))).not.toContain('Asks a lot');

  await say(vera, chat, 'And now?');
  await socket.until(() => socket.rows.some(({ content }) => content?.cmdId === 'streamEnd'));
  expect(service.requests.at(-1)!.messages.slice(1)).toEqual([
    { role: 'user', content: 'Is anybody there?' },
    { role: 'assistant', content: 'Yes, I am.' },
    { role: 'user', content: 'And now?' },
  ]);
  expect(socket.notices.filter(({ type }) => type === 'aiConversation').map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ conversation: expect.objectContaining({ state: 'man' }) }),
    expect.objectContaining({ human: expect.objectContaining({ name: 'Carl Contact' }) }),
    { conversation: { conversationId: chat, identifier: bot, state: 'AI' }, human: null },
  ]);
  socket.close();
});

test('R129 of two agents on two gateways one gets the chat, and the other is told', async () => {
  const { vera, chat, socket } = await visit();
  await vera.api.aiBot.transformState({ conversationId: chat, state: 'man' });
  const [one, two] = [
    owner,
    { ...contact, api: (await signIn(other, { phone: contact.phone, name: 'Carl Contact' })).api },
  ];
  const taken = await Promise.all(
    [one, two].map(({ api }) => outcomeCode(api.aiBot.agentTake({ conversationId: chat }))),
  );
  expect(taken.toSorted()).toEqual(['SERVICE_TAKEN', 'SUCCESS']);
  const [winner, loser] = taken[0] === 'SUCCESS' ? [one, two] : [two, one];
  expect(await outcomeCode(winner.api.aiBot.agentTake({ conversationId: chat }))).toBe('SUCCESS');
  expect(await outcomeCode(answer(winner, chat, 'Mine'))).toBe('SUCCESS');
  expect(await outcomeCode(answer(loser, chat, 'Mine, too'))).toBe('SERVICE_OVER');
  expect(await outcomeCode(loser.api.aiBot.agentChat({ conversationId: chat }))).toBe('SERVICE_OVER');
  expect(await outcomeCode(loser.api.aiBot.agentRelease({ conversationId: chat }))).toBe('NO_AUTH');
  expect((await loser.api.aiBot.agentQueue({})).list).toEqual([]);
  await vera.api.aiBot.transformState({ conversationId: chat, state: 'AI' });
  expect(await outcomeCode(answer(winner, chat, 'Too late'))).toBe('SERVICE_OVER');
  expect((await linesIn(vera, chat)).at(-1)).toBe('switchedToAi {"by":"person","name":""}');
  socket.close();
});

test('R129 nobody takes, reads or answers by a lying page', async () => {
  const { vera, chat, socket } = await visit();
  const lies = (agent: Person) => [
    agent.api.aiBot.agentTake({ conversationId: chat }),
    agent.api.aiBot.agentChat({ conversationId: chat }),
    answer(agent, chat, 'I am a human'),
    agent.api.aiBot.agentNote({ conversationId: chat, id: newMessageId(), text: 'x' }),
  ];
  const refused = ['NO_AUTH', 'NO_AUTH', 'NO_AUTH', 'NO_AUTH'];
  expect(await Promise.all(lies(stranger).map(outcomeCode))).toEqual(refused);
  expect(await outcomeCode(stranger.api.aiBot.customerServiceConnect({ conversationId: chat }))).toBe('NO_AUTH');
  await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  expect(await Promise.all([...lies(stranger), ...lies(vera)].map(outcomeCode))).toEqual([...refused, ...refused]);
  expect(await stranger.api.aiBot.agentQueue({})).toMatchObject({ serves: false, list: [] });
  expect(await outcomeCode(stranger.api.aiBot.transformState({ conversationId: chat, state: 'AI' }))).toBe('NO_AUTH');
  for (const cmdId of ['waitConnect', 'agentConnect', 'switchedToAi'] as const)
    expect(
      await outcomeCode(
        vera.api.message.sendPrivateMessage({
          id: newMessageId(),
          conversation: { conversationId: chat, conversationType: 'robot' },
          content: [{ type: cmdId, cmdId, message: '{}' }],
        }),
      ),
    ).toBe('NO_AUTH');
  // One's own assistant is nobody's but operators'; a mate is nobody's whose owner lets nobody.
  const { list } = await vera.api.aiBot.queryAiBotList({});
  const assistant = list.find(({ type }) => type === 'assistant')!;
  expect(assistant.hasHumans).toBe(false);
  const own = await vera.api.conversation.create({ type: 'robot', identifiers: [assistant.aiBotId] });
  const mine = { conversationId: own.conversation!.conversionId };
  expect(await outcomeCode(vera.api.aiBot.customerServiceConnect(mine))).toBe('NO_HUMAN');
  operators.add(stranger.identifier);
  await vera.api.aiBot.customerServiceConnect(mine);
  expect(await outcomeCode(owner.api.aiBot.agentTake(mine))).toBe('NO_AUTH');
  expect(await outcomeCode(stranger.api.aiBot.agentTake(mine))).toBe('SUCCESS');
  operators.clear();
  expect(await outcomeCode(answer(stranger, mine.conversationId, 'Still here'))).toBe('NO_AUTH');
  await vera.api.aiBot.transformState({ conversationId: chat, state: 'AI' });
  socket.close();
});

test('R241 R129 an agent who leaves gives the chat back: after minutes without a connection, at once when signed out', async () => {
  const { vera, chat, socket } = await visit();
  const backs = () => socket.rows.filter(({ content }) => content?.cmdId === 'switchedToAi').length;
  /** Makes the last sign of the agent older. */
  const age = (by: number) =>
    query(gateway, 'update ai_service set seen_at = seen_at - $1 where ended_at is null', [by]);
  const silence = async () => {
    const { rows } = await query<{ silence: number }>(
      gateway,
      'select extract(epoch from now())::float * 1000 - seen_at as silence from ai_service where ended_at is null',
    );
    return rows[0]!.silence;
  };
  await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  const connected = await connectAs(contact);
  await contact.api.aiBot.agentTake({ conversationId: chat });
  for (let minutes = 0; minutes < 4; minutes += 1) {
    await age(minute);
    await expect.poll(silence).toBeLessThan(minute / 2);
  }
  // The clock of a gateway says nothing about agents of another one.
  const ahead = await startTestGateway({
    ...options,
    databaseUrl: gateway.databaseUrl,
    clock: () => now + 60 * minute,
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  await ahead.close();
  expect(backs()).toBe(0);
  connected.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await age(2 * minute);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await stateOf(vera)).toBe('man Carl Contact');
  await age(6 * minute);
  await socket.until(() => backs() === 1);
  expect(await stateOf(vera)).toBe('AI');

  await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  const phone = await signIn(gateway, { phone: owner.phone, name: 'Olga Owner' });
  await phone.api.aiBot.agentTake({ conversationId: chat });
  await phone.api.user.logOut({});
  expect(backs()).toBe(1);
  await owner.api.user.logOut({});
  await socket.until(() => backs() === 2);
  now += 2 * minute;
  owner = await signIn(gateway, { phone: owner.phone, name: 'Olga Owner' });
  socket.close();
});

test('R251 one person cannot notify the agents without end', async () => {
  const { vera, chat, socket } = await visit();
  const ask = () => outcomeCode(vera.api.aiBot.customerServiceConnect({ conversationId: chat }));
  // A call that changes nothing notifies nobody.
  const agent = await connectAs(contact);
  const hints = () => agent.notices.filter(({ type, cmdId }) => type === 'featureNews' && cmdId === 'ai').length;
  await vera.api.aiBot.transformState({ conversationId: chat, state: 'AI' });
  for (let n = 0; n < 5; n += 1) expect(await ask()).toBe('SUCCESS');
  await agent.until(() => hints() >= 1);
  await vera.api.aiBot.transformState({ conversationId: chat, state: 'AI' });
  await agent.until(() => hints() >= 2);
  expect(hints()).toBe(2);
  agent.close();
  for (let n = 1; n < limits.humanRequestsPerHour; n += 1) {
    expect(await ask()).toBe('SUCCESS');
    if (n === 1) expect(await ask()).toBe('SUCCESS'); // the same request again, which does not count
    await vera.api.aiBot.transformState({ conversationId: chat, state: 'AI' });
  }
  expect(await ask()).toBe('TOO_MANY');
  expect(await stateOf(vera)).toBe('AI');
  socket.close();
});

test('R129 how long others waited is what really happened, and their owner can end it all', async () => {
  const { vera, chat, socket } = await visit();
  const second = 1_000;
  // What those of the tests before waited, in no time, is long ago.
  await query(gateway, 'update ai_service set taken_at = 0 where taken_at is not null');
  for (const seconds of [10, 30, 90]) {
    const one = await visit('Otto Other');
    await one.vera.api.aiBot.customerServiceConnect({ conversationId: one.chat });
    now += seconds * second;
    await owner.api.aiBot.agentTake({ conversationId: one.chat });
    await owner.api.aiBot.agentRelease({ conversationId: one.chat });
    one.socket.close();
  }
  const before = await visit('First Waiting');
  await before.vera.api.aiBot.customerServiceConnect({ conversationId: before.chat });
  const { conversation } = await vera.api.aiBot.customerServiceConnect({ conversationId: chat });
  expect(conversation!.human).toMatchObject({ ahead: 1, name: '' });
  expect(Math.round(conversation!.human!.waited / second)).toBe(30);
  expect((await owner.api.aiBot.agentQueue({})).list.map(({ conversationId }) => conversationId)).toEqual([
    before.chat,
    chat,
  ]);
  await owner.api.aiBot.updateUserClone({
    aiBotInfo: { aiBotId: bot, name: 'Shop', audience: 'everyone', humans: 'none' },
  });
  await socket.until(() => socket.rows.some(({ content }) => content?.cmdId === 'switchedToAi'));
  expect(await outcomeCode(vera.api.aiBot.customerServiceConnect({ conversationId: chat }))).toBe('NO_HUMAN');
  before.socket.close();
  socket.close();
});
