import { type AiBody, readAnswer } from '@amber/proto/bodies';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { createLocalBus } from '../core/bus.ts';
import { createLog } from '../core/log.ts';
import { responders, type AiService, startAiService, reasoningChunk } from '../testing/aiService.ts';
import {
  call,
  connectAs,
  sendCommand,
  historyOf,
  newMessageId,
  outcomeCode,
  type Person,
  sendText,
  signIn,
  type TestSocket,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { hostileAnswers } from '../testing/hostileAnswers.ts';
import { scaledTimeout } from '../testing/machine.ts';

let service: AiService;
let gateway: TestGateway;
let now = Date.now();
beforeAll(async () => {
  service = await startAiService();
  gateway = await startTestGateway({
    clock: () => (now += 1),
    ai: { baseUrl: service.url, key: 'k', models: ['small', 'large'] },
    limits: { answersPerDay: 200, providerSilenceTimeout: scaledTimeout(1_500), callsPerMinutePerAccount: 10_000 },
  });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});
beforeEach(() => {
  service.respond = responders.pieces(['Hello ', 'there']);
  service.requests.length = 0;
});

async function talk(gatewayOf = gateway): Promise<{ ada: Person; chat: string; bot: string; socket: TestSocket }> {
  const ada = await signIn(gatewayOf, { name: 'Ada' });
  const { aiBotInfo } = await ada.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.', AiCharacters: ['Calm'] },
  });
  const bot = aiBotInfo!.aiBotId;
  const { conversation } = await ada.api.conversation.create({ type: 'robot', identifiers: [bot] });
  return { ada, bot, chat: conversation!.conversionId, socket: await connectAs(ada) };
}

const ask = (ada: Person, chat: string, text: string, id = newMessageId()) =>
  sendText(ada, chat, text, { type: 'robot', id });

const answersIn = async (ada: Person, chat: string): Promise<AiBody[]> =>
  (await historyOf(ada, chat)).flatMap(({ content }) => (content && readAnswer(content)) ?? []);

/** Makes the last heartbeat of unfinished answers older. */
const age = (of: TestGateway, by: number) =>
  query(of, "update ai_turn set touched_at = touched_at - $1 where state = 'writing'", [by]);

/** Waits for the end of so many answers. */
const ended = (socket: TestSocket, count = 1) =>
  socket.until(() => socket.rows.filter(({ content }) => content?.cmdId === 'streamEnd').length >= count);

const lastEnd = (socket: TestSocket): AiBody =>
  JSON.parse(socket.rows.findLast(({ content }) => content?.cmdId === 'streamEnd')!.content!.message) as AiBody;

test('R126 an answer streams in numbered chunks, is a message from its first, and ends in a row', async () => {
  const { ada, chat, bot, socket } = await talk();
  service.respond = responders.pieces(['One ', 'two ', 'three'], 20);
  const id = newMessageId();
  await ask(ada, chat, 'Count', id);
  await ended(socket);
  expect(
    socket.chunks.map(({ number, text, streamFirst, streamEnd }) => ({ number, text, streamFirst, streamEnd })),
  ).toEqual([
    { number: 0, text: 'One ', streamFirst: true, streamEnd: false },
    { number: 1, text: 'two ', streamFirst: false, streamEnd: false },
    { number: 2, text: 'three', streamFirst: false, streamEnd: false },
    { number: 3, text: '', streamFirst: false, streamEnd: true },
  ]);
  const whole = { text: 'One two three', question: id, round: 0, chunks: 3, state: 'done' };
  expect(await answersIn(ada, chat)).toEqual([whole]);
  expect(lastEnd(socket)).toEqual(whole);
  const [first] = socket.rows.filter(({ content }) => content?.type === 'ai');
  expect(first).toMatchObject({ id: socket.chunks[0]!.id, sender: { identifier: bot } });
  expect(service.requests[0]).toMatchObject({ model: 'small', stream: true });
  expect(service.requests[0]!.messages.at(-1)).toEqual({ role: 'user', content: 'Count' });
  expect(service.requests[0]!.messages[0]!.content).toContain('Loves tea.');
  socket.close();
});

test('the next question is asked with the turns before it, and no other chat', async () => {
  const { ada, chat, socket } = await talk();
  await ask(ada, chat, 'First secret');
  await ended(socket);
  await ask(ada, chat, 'Second');
  await ended(socket, 2);
  expect(service.requests[1]!.messages.slice(1)).toEqual([
    { role: 'user', content: 'First secret' },
    { role: 'assistant', content: 'Hello there' },
    { role: 'user', content: 'Second' },
  ]);
  const other = await talk();
  await ask(other.ada, other.chat, 'Mine');
  await ended(other.socket);
  expect(JSON.stringify(service.requests.at(-1))).not.toContain('secret');
  socket.close();
  other.socket.close();
});

describe('a service that fails leaves what came, and says so', () => {
  test.each([
    ['429', responders.refusal(429), '', 'AI_BUSY'],
    ['500', responders.refusal(500), '', 'AI_FAILED'],
    ['a cut', responders.cut, 'Half an ', 'AI_FAILED'],
    ['an end without a reason', responders.unfinished, 'Half an ', 'AI_FAILED'],
    ['garbage', responders.garbage, '', 'AI_FAILED'],
    ['silence', responders.silence, '', 'AI_SILENT'],
    ['an empty answer', responders.pieces([]), '', 'AI_FAILED'],
    ['withheld', responders.endingBy('content_filter', ''), '', 'AI_FILTERED'],
  ])('%s', async (_, says, text, fault) => {
    const { ada, chat, socket } = await talk();
    service.respond = says;
    await ask(ada, chat, 'Hello?');
    await ended(socket);
    expect(lastEnd(socket)).toMatchObject({ text, fault, state: 'failed' });
    expect(JSON.stringify(await historyOf(ada, chat))).not.toContain('secret detail');
    socket.close();
  });
});

describe('an answer that is cut says so below what came, and counts as one', () => {
  test.each([
    ['by the service', responders.endingBy('length'), 'Half an ', 'AI_CUT'],
    ['by its filter', responders.endingBy('content_filter'), 'Half an ', 'AI_FILTERED'],
    ['at its greatest length', responders.pieces(['x'.repeat(20_001)]), 'x'.repeat(20_000), 'AI_CUT'],
  ])('%s', async (_, says, text, fault) => {
    const { ada, chat, socket } = await talk();
    service.respond = says;
    await ask(ada, chat, 'Hello?');
    await ended(socket);
    expect(lastEnd(socket)).toMatchObject({ text, fault, state: 'done' });
    expect(await answersIn(ada, chat)).toEqual([lastEnd(socket)]);
    socket.close();
  });

  test('and one that is whole does not', async () => {
    const { ada, chat, socket } = await talk();
    service.respond = responders.pieces(['x'.repeat(20_000)]);
    await ask(ada, chat, 'Hello?');
    await ended(socket);
    expect(lastEnd(socket)).toMatchObject({ state: 'done', chunks: 1 });
    expect(lastEnd(socket)).not.toHaveProperty('fault');
    socket.close();
  });
});

describe('a service that misbehaves is cut off', () => {
  const megabytes = (count: number) => count * 1_048_576;
  // What was sent and not read lies in the buffers of the two sockets.
  const buffers = megabytes(16);
  /** A gateway with the default silence timeout, because reading these megabytes takes time. */
  let patient: TestGateway;
  beforeAll(async () => {
    patient = await startTestGateway({ ai: { baseUrl: service.url, key: 'k', models: ['small'] } });
  });
  afterAll(() => patient.close());

  test.each([
    ['one line without an end', 'x'.repeat(65_536), limits.providerEventMax],
    ['lines without an end', `: ${'x'.repeat(65_533)}\n`, limits.providerBytesMax],
    ['words that are not shown', reasoningChunk('x'.repeat(60_000)), limits.providerBytesMax],
  ])('%s', async (_, chunk, most) => {
    const { ada, chat, socket } = await talk(patient);
    const sent = { bytes: 0 };
    service.respond = responders.endless(chunk, sent);
    await ask(ada, chat, 'Hello?');
    await ended(socket);
    expect(lastEnd(socket)).toMatchObject({ text: 'Half an ', state: 'failed', fault: 'AI_FAILED' });
    expect(sent.bytes).toBeLessThan(most + buffers);
    socket.close();
  });

  test.each([301, 302, 303, 307, 308])(
    'a redirect by %i is not followed: nobody else gets the chat',
    async (status) => {
      const elsewhere = await startAiService();
      const { ada, chat, socket } = await talk();
      service.respond = responders.redirect(status, `${elsewhere.url}/chat/completions`);
      await ask(ada, chat, 'Hello?');
      await ended(socket);
      expect(lastEnd(socket)).toMatchObject({ text: '', state: 'failed', fault: 'AI_FAILED' });
      expect(elsewhere.paths).toEqual([]);
      await elsewhere.close();
      socket.close();
    },
  );
});

test('the log says which service failed and how, and nothing of the chat', async () => {
  const lines: string[] = [];
  const silence = scaledTimeout(1_500);
  const logged = await startTestGateway({
    ai: { baseUrl: service.url, key: 'k', models: ['small'] },
    limits: { providerSilenceTimeout: silence },
    log: createLog('error', { write: (line) => void lines.push(line) }),
  });
  const { ada, chat, socket } = await talk(logged);
  const host = new URL(service.url).host;
  const cases: [AiService['respond'], object][] = [
    [responders.refusal(500), { status: 500, reason: 'it refused' }],
    [responders.redirect(307, 'http://127.0.0.1:1/'), { status: 307, reason: 'it redirects' }],
    [responders.silence, { reason: `nothing came for ${silence} ms` }],
    [responders.cut, { reason: expect.stringContaining('the connection') }],
    [responders.pieces([]), { reason: 'the answer is empty' }],
    [responders.endless('x'.repeat(65_536), { bytes: 0 }), { reason: 'an event is too long' }],
  ];
  for (const [at, [says, expected]] of cases.entries()) {
    service.respond = says;
    await ask(ada, chat, 'my own secret');
    await ended(socket, at + 1);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ err: { service: host, ...expected } });
  }
  expect(lines.length).toBe(cases.length);
  expect(lines.join('')).not.toMatch(/my own secret|secret detail|"k"/);
  socket.close();
  await logged.close();
});

test('R127 stopStream keeps what came by then', async () => {
  const { ada, chat, socket } = await talk();
  service.respond = responders.pieces(
    Array.from({ length: 200 }, (_, n) => `${n} `),
    10,
  );
  await ask(ada, chat, 'Count');
  await socket.until(() => socket.chunks.length > 3);
  await ada.api.aiBot.stopStream({ ConversationId: chat });
  await ended(socket);
  const body = lastEnd(socket);
  expect(body.state).toBe('stopped');
  expect(body.text).toMatch(/^0 1 2 /);
  expect(body.chunks).toBeLessThan(200);
  expect(await answersIn(ada, chat)).toEqual([body]);
  socket.close();
});

test('a resend is answered once; asking again replaces the answer in its place', async () => {
  const { ada, chat, socket } = await talk();
  const id = newMessageId();
  await ask(ada, chat, 'Hi', id);
  await ended(socket);
  await ask(ada, chat, 'Hi', id);
  service.respond = responders.pieces(['Something else']);
  await ada.api.aiBot.askAgain({ conversationId: chat, messageId: socket.chunks[0]!.id });
  await ended(socket, 2);
  expect(service.requests).toHaveLength(2);
  expect(await answersIn(ada, chat)).toEqual([
    { text: 'Something else', question: id, round: 1, chunks: 1, state: 'done' },
  ]);
  expect((await ada.api.aiBot.usage({})).days[0]!.answers).toBe(2);

  service.respond = responders.pieces(['About tea']);
  await sendCommand(ada, chat, 'edit', { targets: [id], body: { text: 'Tell me of tea' }, type: 'robot' });
  await ended(socket, 3);
  expect(service.requests.at(-1)!.messages.at(-1)).toEqual({ role: 'user', content: 'Tell me of tea' });
  expect(await answersIn(ada, chat)).toMatchObject([{ text: 'About tea', round: 2 }]);
  // Neither by the question nor by its answer can a withdrawn question be asked again, nor one that does not exist.
  const answerId = socket.chunks[0]!.id;
  await sendCommand(ada, chat, 'withdraw', { targets: [id], body: {}, type: 'robot' });
  for (const messageId of [newMessageId(), id, answerId])
    expect(await outcomeCode(ada.api.aiBot.askAgain({ conversationId: chat, messageId }))).toBe('NO_MESSAGE');
  expect(service.requests).toHaveLength(3);
  socket.close();
});

test('R128 an answer that was left alone is interrupted a minute after its last chunk, and asked again for nothing', async () => {
  const left = await startTestGateway({
    clock: () => now,
    ai: { baseUrl: service.url, key: '', models: ['small'] },
    limits: { abandonedAnswerPollEvery: 50 },
  });
  const { ada, chat, socket } = await talk(left);
  // As after a crash: it is being written, and nobody writes.
  service.respond = responders.silence;
  const id = newMessageId();
  await ask(ada, chat, 'Hi', id);
  await socket.until(() => socket.notices.some(({ type }) => type === 'typing'));
  await age(left, 45_000);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await answersIn(ada, chat)).toEqual([]);
  await age(left, 16_000);
  await ended(socket);
  expect(lastEnd(socket)).toEqual({ text: '', question: id, round: 0, chunks: 0, state: 'interrupted' });
  const before = (await ada.api.aiBot.usage({})).days[0]!.answers;
  service.respond = responders.pieces(['Back']);
  await ada.api.aiBot.askAgain({ conversationId: chat, messageId: id });
  await ended(socket, 2);
  expect(lastEnd(socket)).toMatchObject({ text: 'Back', state: 'done', round: 1 });
  expect((await ada.api.aiBot.usage({})).days[0]!.answers).toBe(before);
  socket.close();
  await left.close();
});

test('R241 R128 a gateway that was taken for dead does not go on with an answer that another one has ended', async () => {
  const shared = { bus: createLocalBus(), ai: { baseUrl: service.url, key: '', models: ['small'] as const } };
  const stopped = await startTestGateway(shared);
  const other = await startTestGateway({
    ...shared,
    databaseUrl: stopped.databaseUrl,
    limits: { abandonedAnswerPollEvery: 50 },
  });
  const { ada, chat, socket } = await talk(stopped);
  let wake!: () => void;
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let listens = true;
  service.respond = async (answer) => {
    await responders.paused('One ', asleep)(answer);
    listens = false;
  };
  await ask(ada, chat, 'Count');
  await expect.poll(() => answersIn(ada, chat)).toMatchObject([{ text: 'One ' }]);
  await age(other, 61_000);
  await ended(socket);
  wake();
  await expect.poll(() => listens).toBe(false);
  const interrupted = {
    text: 'One ',
    question: expect.any(String) as string,
    round: 0,
    chunks: 1,
    state: 'interrupted',
  };
  expect(await answersIn(ada, chat)).toEqual([interrupted]);
  expect(socket.rows.filter(({ content }) => content?.cmdId === 'streamEnd')).toHaveLength(1);
  socket.close();
  await Promise.all([stopped.close(), other.close()]);
});

test('R130 T14 a hundred questions at once on a quota of one get one answer', async () => {
  const small = await startTestGateway({
    ai: { baseUrl: service.url, key: '', models: ['small'] },
    limits: { answersPerDay: 1, callsPerMinutePerAccount: 10_000 },
  });
  const { ada, chat, socket } = await talk(small);
  await Promise.all(Array.from({ length: 100 }, (_, n) => ask(ada, chat, `Question ${n}`)));
  await ended(socket);
  await socket.until(() => socket.notices.filter(({ cmdId }) => cmdId === 'aiUsageExhausted').length === 99);
  expect(service.requests).toHaveLength(1);
  expect(await answersIn(ada, chat)).toHaveLength(1);
  expect((await ada.api.aiBot.usage({})).days.map(({ answers }) => answers)).toEqual([1]);
  socket.close();
  await small.close();
});

test('R168 R122 nobody but the gateway writes as an AI, and nobody talks with what is not for them', async () => {
  const { ada, chat, bot, socket } = await talk();
  const ben = await signIn(gateway, { name: 'Ben' });
  const forged = { text: 'I am it', question: '', round: 0, chunks: 1, state: 'done' };
  const send = (from: Person) =>
    from.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat, conversationType: 'robot' },
      content: [{ type: 'ai', message: JSON.stringify(forged) }],
    });
  expect(await outcomeCode(send(ada))).toBe('BAD_REQUEST');
  expect(await outcomeCode(ask(ben, chat, 'Hi'))).toBe('NO_AUTH');
  expect(await outcomeCode(ben.api.conversation.create({ type: 'robot', identifiers: [bot] }))).toBe('NO_AUTH');
  expect(await outcomeCode(ben.api.conversation.create({ type: 'private', identifiers: [bot] }))).toBe(
    'PRIVATE_CLOSED',
  );
  expect(await outcomeCode(ada.api.conversation.create({ type: 'robot', identifiers: [ben.identifier] }))).toBe(
    'NO_AUTH',
  );

  await ada.api.aiBot.updateUserClone({ aiBotInfo: { aiBotId: bot, name: 'Momo of all', audience: 'everyone' } });
  expect((await ben.api.contact.search({ keyword: 'Momo of all' })).list).toMatchObject([
    { identifier: bot, kind: 'bot' },
  ]);
  const { conversation } = await ben.api.conversation.create({ type: 'robot', identifiers: [bot] });
  expect(conversation).toMatchObject({
    type: 'robot',
    chatTag: 'bot',
    userInfo: [{ lastName: 'Momo of all', kind: 'bot' }],
  });
  expect(await outcomeCode(ask(ben, conversation!.conversionId, 'Hi'))).toBe('SUCCESS');

  await ada.api.aiBot.updateUserClone({ aiBotInfo: { aiBotId: bot, name: 'Momo', audience: 'owner' } });
  expect(await outcomeCode(ask(ben, conversation!.conversionId, 'Hi'))).toBe('NO_AUTH');
  expect((await ben.api.contact.search({ keyword: 'Momo' })).list).toEqual([]);
  socket.close();
});

test('R125 facts that a person tells are remembered with their message, changed, forgotten, and off is off', async () => {
  const { ada, chat, bot, socket } = await talk();
  const id = newMessageId();
  await ask(ada, chat, 'I live in Lisbon. What is the weather?', id);
  await ended(socket);
  await socket.until(() => socket.notices.some(({ cmdId }) => cmdId === 'newMemory'));
  const { list } = await ada.api.aiBot.getMemory({ aiBotId: bot });
  expect(list).toMatchObject([{ text: 'I live in Lisbon.', conversationId: chat, messageId: id }]);
  await ada.api.aiBot.updateMemory({
    aiBotId: bot,
    op: 'change',
    memory: { id: list[0]!.id, text: 'I live in Porto.' },
  });
  await ask(ada, chat, 'And now?');
  await ended(socket, 2);
  expect(service.requests.at(-1)!.messages[0]!.content).toContain('I live in Porto.');
  const ben = await signIn(gateway);
  expect((await ben.api.aiBot.getMemory({ aiBotId: bot })).list).toEqual([]);
  await ben.api.aiBot.updateMemory({ aiBotId: bot, op: 'forgetAll' });
  expect((await ada.api.aiBot.getMemory({ aiBotId: bot })).list).toHaveLength(1);

  await ada.api.aiBot.updateMemory({ aiBotId: bot, op: 'setRemembers', remembers: false });
  await ask(ada, chat, 'I like coffee.');
  await ended(socket, 3);
  expect(service.requests.at(-1)!.messages[0]!.content).not.toContain('Porto');
  expect((await ada.api.aiBot.updateMemory({ aiBotId: bot, op: 'forgetAll' })).list).toEqual([]);
  socket.close();
});

test('R125 twenty memories at once pass no limit, and none is kept twice', async () => {
  const tight = await startTestGateway({ limits: { memoriesMax: 5 } });
  const { ada, bot, socket } = await talk(tight);
  const add = (text: string) => outcomeCode(ada.api.aiBot.updateMemory({ aiBotId: bot, op: 'add', memory: { text } }));
  await Promise.all(Array.from({ length: 20 }, () => add('Tea')));
  expect((await ada.api.aiBot.getMemory({ aiBotId: bot })).list).toHaveLength(1);
  const added = await Promise.all(Array.from({ length: 20 }, (_, n) => add(`Fact ${n}`)));
  expect(added.filter((one) => one === 'SUCCESS')).toHaveLength(4);
  expect(new Set(added)).toEqual(new Set(['SUCCESS', 'MEMORY_FULL']));
  expect((await ada.api.aiBot.getMemory({ aiBotId: bot })).list).toHaveLength(5);
  socket.close();
  await tight.close();
});

test('R130 an operator sets how many answers a day has, sees its use, and it stands in the audit log', async () => {
  const operators = new Set<string>();
  const small = await startTestGateway({
    operators,
    ai: { baseUrl: service.url, key: '', models: ['small'] },
    limits: { contextTokens: 120 },
  });
  const { ada, chat, socket } = await talk(small);
  const olga = await signIn(small, { name: 'Olga' });
  expect(await outcomeCode(olga.api.operator.setAiQuota({ mostPerDay: 3 }))).toBe('NO_AUTH');
  operators.add(olga.identifier);
  expect(await olga.api.operator.aiUse({})).toEqual({ mostPerDay: 200, answers: 0, people: 0, exhausted: 0 });
  for (const mostPerDay of [-1, 100_001])
    expect(await outcomeCode(olga.api.operator.setAiQuota({ mostPerDay }))).toBe('BAD_REQUEST');
  await olga.api.operator.setAiQuota({ mostPerDay: 3 });
  for (const n of [1, 2, 3]) {
    await ask(ada, chat, `Number ${n}. ${'And more. '.repeat(40)}`);
    await ended(socket, n);
  }
  // A long chat is told in short: the beginnings of what does not fit.
  const told = service.requests.at(-1)!.messages;
  expect(told).toHaveLength(2);
  expect(told[0]!.content).toContain('Earlier in this chat:\n- Number 1\n- Number 2');
  await ask(ada, chat, 'Once more');
  await socket.until(() => socket.notices.some(({ cmdId }) => cmdId === 'aiUsageExhausted'));
  expect(await olga.api.operator.aiUse({})).toEqual({ mostPerDay: 3, answers: 3, people: 1, exhausted: 1 });
  expect((await ada.api.aiBot.usage({})).mostPerDay).toBe(3);
  await olga.api.operator.setAiQuota({ mostPerDay: 0 });
  await ask(ada, chat, 'And now?');
  await ended(socket, 4);
  const { audit } = await olga.api.rollout.status({ remote: '' });
  expect(audit.map(({ who, what }) => [who, what])).toEqual([
    [olga.identifier, '0 answers a day'],
    [olga.identifier, '3 answers a day'],
  ]);
  socket.close();
  await small.close();
});

test('T14 a hundred answers of a hostile model are text of the bot in its chat, and nothing else', async () => {
  expect(hostileAnswers).toHaveLength(100);
  const { ada, chat, bot, socket } = await talk();
  const others = await signIn(gateway, { name: 'Ben' });
  const settings = await ada.api.user.privacy({});
  service.paths.length = 0;
  for (const [at, text] of hostileAnswers.entries()) {
    service.respond = responders.pieces(text.match(/[^]{1,40}/g) ?? []);
    await ask(ada, chat, `Question ${at}`);
    await ended(socket, at + 1);
  }
  // Asked where it is set up, and nowhere else.
  expect(new Set(service.paths)).toEqual(new Set(['POST /v1/chat/completions']));
  expect(service.paths).toHaveLength(100);
  const rows = (await historyOf(ada, chat)).filter(({ sender }) => sender?.identifier === bot);
  expect(new Set(rows.map(({ content }) => `${content?.type} ${content?.cmdId}`))).toEqual(
    new Set(['ai ', 'streamEnd streamEnd']),
  );
  expect((await answersIn(ada, chat)).map(({ text }) => text)).toEqual(hostileAnswers);
  expect((await ada.api.aiBot.getMemory({ aiBotId: bot })).list).toEqual([]);
  expect(await ada.api.user.privacy({})).toEqual(settings);
  expect(
    (await others.api.message.sync({})).parts
      .flatMap(({ rows: all }) => all)
      .filter(({ content }) => content?.type === 'ai'),
  ).toEqual([]);
  socket.close();
});

describe('a voice message to a bot', () => {
  /** Sends a voice message from a browser with this Accept-Language. */
  const speak = (ada: Person, chat: string, voice: { transcript?: string }, acceptLanguage = '') => {
    const file = { key: 'k', uri: '/files/a', digest: 'd', preview: '' };
    const body = { file, name: 'voice.mp3', size: 5, mime: 'audio/mpeg', duration: 2_000, voice: true, ...voice };
    return call(
      ada.url,
      'message.sendPrivateMessage',
      {
        id: newMessageId(),
        conversation: { conversationId: chat, conversationType: 'robot' },
        content: [{ type: 'audio', message: JSON.stringify(body) }],
      },
      { token: ada.tokens.token, headers: { 'accept-language': acceptLanguage } },
    );
  };

  test('is answered by its transcript, which later questions also have before them', async () => {
    const { ada, chat, socket } = await talk();
    await speak(ada, chat, { transcript: '今天天气怎么样？' });
    await ended(socket);
    expect(service.requests[0]!.messages.at(-1)).toEqual({ role: 'user', content: '今天天气怎么样？' });
    expect(lastEnd(socket)).toMatchObject({ text: 'Hello there', state: 'done' });
    await ask(ada, chat, 'And tomorrow?');
    await ended(socket, 2);
    expect(service.requests[1]!.messages.slice(1).map(({ content }) => content)).toEqual([
      '今天天气怎么样？',
      'Hello there',
      'And tomorrow?',
    ]);
    socket.close();
  });

  const deaf = 'I cannot listen to voice messages here. Please write to me instead.';
  const deafChinese = '我在这里听不了语音消息，请用文字告诉我。';

  test.each([
    ['in English', 'Hello', '', deaf],
    ['in Chinese', '你好', '', deafChinese],
    ['in the language of the browser before anything was written', '', 'zh-CN,zh;q=0.9,en;q=0.5', deafChinese],
    ['in English, where nothing is known', '', '', deaf],
  ])('without a transcript, the bot says %s that it cannot listen', async (_, written, acceptLanguage, sentence) => {
    const { ada, chat, socket } = await talk();
    if (written !== '') {
      await ask(ada, chat, written);
      await ended(socket);
    }
    const asked = service.requests.length;
    await speak(ada, chat, {}, acceptLanguage);
    await ended(socket, written === '' ? 1 : 2);
    expect(lastEnd(socket)).toMatchObject({ text: sentence, state: 'done' });
    // The service is not asked: it would answer an earlier question.
    expect(service.requests).toHaveLength(asked);
    socket.close();
  });

  test('in which no words were heard, the bot says so', async () => {
    const { ada, chat, socket } = await talk();
    await speak(ada, chat, { transcript: '' });
    await ended(socket);
    expect(lastEnd(socket)).toMatchObject({
      text: 'I heard no words in your voice message. Please try again, or write to me.',
      state: 'done',
    });
    expect(service.requests).toHaveLength(0);
    socket.close();
  });
});
