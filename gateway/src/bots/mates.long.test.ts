import type { AiBody } from '@amber/proto/bodies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responders, type AiService, startAiService } from '../testing/aiService.ts';
import { connectAs, newMessageId, outcomeCode, sendText, signIn } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

const hour = 3_600_000;
const gateways: TestGateway[] = [];
let service: AiService;
/** Noon, UTC. */
let now = Date.UTC(2026, 10, 23, 12);

beforeAll(async () => {
  service = await startAiService();
  const options = {
    clock: () => now,
    ai: { baseUrl: service.url, key: '', models: ['small'] as const },
    limits: { matePollEvery: 30, mateBatch: 1, answersPerDay: 2 },
  };
  const first = await startTestGateway(options);
  gateways.push(first, await startTestGateway({ ...options, databaseUrl: first.databaseUrl }));
});
afterAll(async () => {
  for (const gateway of gateways.reverse()) await gateway.close();
  await service.close();
});

const looks = () => new Promise((resolve) => setTimeout(resolve, 250));

test('R125 R130 a mate writes first after a silence: once, not at night, not unanswered, on its owner’s account', async () => {
  const [gateway] = gateways;
  service.respond = responders.pieces(['Hello!']);
  let ada = await signIn(gateway!, { name: 'Ada' });
  const mate = { type: 'mate', name: 'Momo', writesFirst: 'daily', quietFrom: 22 * 60, quietTo: 8 * 60 } as const;
  const create = (info: object) =>
    ada.api.aiBot.createUserClone({ requestId: newMessageId(), aiBotInfo: { ...mate, ...info } });
  expect(await outcomeCode(create({ timeZone: 'Nowhere/At All' }))).toBe('BAD_REQUEST');
  expect(await outcomeCode(create({ quietFrom: 1_440 }))).toBe('BAD_REQUEST');
  const clone = (await create({ type: 'clone' })).aiBotInfo!;
  expect(clone.writesFirst).toBe('never');
  // One that nobody talks to stands before it in every look.
  await create({ name: 'Silent', timeZone: 'UTC' });
  const bot = (await create({ timeZone: 'Europe/Berlin' })).aiBotInfo!.aiBotId;
  const { conversation } = await ada.api.conversation.create({ type: 'robot', identifiers: [bot] });
  const chat = conversation!.conversionId;
  const socket = await connectAs(ada);
  const own = (): AiBody[] =>
    socket.rows
      .filter(({ content }) => content?.cmdId === 'streamEnd')
      .map(({ content }) => JSON.parse(content!.message) as AiBody)
      .filter(({ question }) => question === '');
  const ends = () => socket.rows.filter(({ content }) => content?.cmdId === 'streamEnd').length;
  /** Until its answer is there: an answer in the middle of a jump of the clock looks abandoned. */
  const say = async (text: string) => {
    const before = ends();
    await sendText(ada, chat, text, { type: 'robot' });
    await socket.until(() => ends() > before);
  };
  const later = async (hours: number) => {
    now += hours * hour;
    await looks();
  };

  // It has not been talked with.
  await later(30);
  expect(own()).toHaveLength(0);
  ada = await signIn(gateway!, { phone: ada.phone, name: 'Ada' });
  await say('I live in Lisbon.');
  await later(23);
  expect(own()).toHaveLength(0);
  // 18 + 23 + 6: 23 o'clock; then 8 in the morning, in Berlin.
  await later(6);
  expect(own()).toHaveLength(0);
  await later(9);
  await socket.until(() => own().length === 1);
  expect(own()).toMatchObject([{ text: 'Hello!', state: 'done' }]);
  expect(service.requests.at(-1)!.messages[0]!.content).toContain('Write first');
  await later(50);
  expect(own()).toHaveLength(1);

  ada = await signIn(gateway!, { phone: ada.phone, name: 'Ada' });
  await say('Fine, thank you.');
  await later(25);
  await socket.until(() => own().length === 2);
  ada = await signIn(gateway!, { phone: ada.phone, name: 'Ada' });
  const { days } = await ada.api.aiBot.usage({});
  expect(days.map(({ answers }) => answers)).toEqual([1, 1, 1, 1]);
  expect(service.requests).toHaveLength(4);
  socket.close();
});
