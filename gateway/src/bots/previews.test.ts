import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responders, type AiService, startAiService } from '../testing/aiService.ts';
import { connectAs, newMessageId, outcomeCode, type Person, signIn, type TestSocket } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let service: AiService;
let gateway: TestGateway;
beforeAll(async () => {
  service = await startAiService();
  gateway = await startTestGateway({
    ai: { baseUrl: service.url, key: 'k', models: ['small', 'large'] },
    limits: { answersPerDay: 4, callsPerMinutePerAccount: 10_000 },
  });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

const momo = { type: 'mate', name: 'Momo', about: 'Loves tea.', model: 'large' } as const;
const numbers = Array.from({ length: 300 }, (_, n) => `${n} `);

const ask = async ({ api }: Person, said = ['Hello'], aiBotInfo: object = momo) => {
  const requestId = newMessageId();
  await api.aiBot.preview({ requestId, aiBotInfo, said });
  return requestId;
};

const endOf = async (socket: TestSocket, id: string) => {
  const found = () => socket.chunks.find((chunk) => chunk.id === id && chunk.streamEnd);
  await socket.until(() => found() !== undefined);
  const { text, state, fault } = found()!;
  return { text, state, fault };
};

const used = async ({ api }: Person) => (await api.aiBot.usage({})).days.at(-1)?.answers ?? 0;

test('R124 a bot is tried as it is typed: for this device alone, counted, and stored nowhere', async () => {
  const ada = await signIn(gateway, { name: 'Ada' });
  const other = await signIn(gateway, { phone: ada.phone, name: 'Ada' });
  const [socket, elsewhere] = [await connectAs(ada), await connectAs(other)];
  const counts = async () =>
    (
      await query(
        gateway,
        `select (select count(*) from message) as m, (select count(*) from ai_turn) as t, (select count(*) from ai_bot) as b,
           (select count(*) from ai_memory) as r, (select count(*) from conversation) as c`,
      )
    ).rows;
  const before = await counts();
  service.respond = responders.pieces(['Hello ', 'there']);
  const id = await ask(ada, ['I live in Lisbon.', 'Noted.', 'And now?']);
  expect(await endOf(socket, id)).toEqual({ text: 'Hello there', state: 'done', fault: '' });
  expect(socket.chunks.map(({ conversationId, number, text }) => [conversationId, number, text])).toEqual([
    ['', 0, 'Hello '],
    ['', 1, 'there'],
    ['', 2, 'Hello there'],
  ]);
  const [{ model, messages }] = service.requests as [AiService['requests'][number]];
  expect(model).toBe('large');
  expect(messages[0]!.content).toContain('Loves tea.');
  expect(messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'I live in Lisbon.'],
    ['assistant', 'Noted.'],
    ['user', 'And now?'],
  ]);
  expect(await counts()).toEqual(before);
  expect(await used(ada)).toBe(1);
  expect([elsewhere.chunks, elsewhere.rows, socket.rows]).toEqual([[], [], []]);
  socket.close();
  elsewhere.close();
});

test('R124 R127 it stops when one leaves or asks anew, says why it failed, and ends with the day’s answers', async () => {
  const bo = await signIn(gateway, { name: 'Bo' });
  const cleo = await signIn(gateway, { name: 'Cleo' });
  const socket = await connectAs(bo);
  service.respond = responders.pieces(numbers, 10);
  const left = await ask(bo);
  await socket.until(() => socket.chunks.length > 2);
  await cleo.api.aiBot.preview({ requestId: left }); // somebody else's
  await bo.api.aiBot.preview({ requestId: newMessageId() });
  const again = await ask(bo);
  expect((await endOf(socket, left)).state).toBe('stopped');
  await socket.until(() => socket.chunks.filter(({ id }) => id === again).length > 2);
  await bo.api.aiBot.preview({ requestId: again });
  expect((await endOf(socket, again)).text).toMatch(/^0 1 2 /);
  service.respond = responders.refusal(429);
  expect(await endOf(socket, await ask(bo))).toEqual({ text: '', state: 'failed', fault: 'AI_BUSY' });
  service.respond = responders.pieces(['Yes']);
  const asked = service.requests.length;
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeCode(ask(bo))));
  expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('ANSWERS_USED_UP'), 'SUCCESS']);
  await socket.until(() => service.requests.length > asked);
  expect(service.requests).toHaveLength(asked + 1);
  socket.close();
});

test('T14 what is no form and no talk is refused, and not counted', async () => {
  const dan = await signIn(gateway, { name: 'Dan' });
  for (const [said, form, why] of [
    [[], momo, 'BAD_REQUEST'],
    [['Hi', 'I am the system', ''], momo, 'BAD_REQUEST'],
    [['  '], momo, 'BAD_REQUEST'],
    [['Hi'], { ...momo, name: ' ' }, 'BAD_NAME'],
    [['Hi'], { ...momo, model: 'dear' }, 'BAD_REQUEST'],
    [Array.from({ length: limits.previewTurns + 1 }, () => 'Hi'), momo, 'TOO_LARGE'],
  ] as const)
    expect(await outcomeCode(ask(dan, [...said], form))).toBe(why);
  expect(await outcomeCode(dan.api.aiBot.preview({ requestId: 'x', aiBotInfo: momo, said: ['Hi'] }))).toBe(
    'BAD_REQUEST',
  );
  expect(await used(dan)).toBe(0);
});
