import { readAnswer } from '@amber/proto/bodies';
import { expect, test } from 'vitest';
import { responders, startAiService } from '../testing/aiService.ts';
import { connectAs, newMessageId, sendText, signIn } from '../testing/client.ts';
import { startTestGateway } from '../testing/gateway.ts';

const streams = Number(process.env['AMBER_STREAMS'] ?? 5);
const chunks = 60;

test(`T14 R126 ${streams} answers stream at once: each whole, in order, to its own person, and none waits for another`, async () => {
  const service = await startAiService();
  const gateway = await startTestGateway({
    ai: { baseUrl: service.url, key: '', models: ['small'] },
    limits: { callsPerMinutePerAccount: 10_000 },
  });
  const words = Array.from({ length: chunks }, (_, n) => `${n} `);
  let begun = 0;
  const { promise: allBegan, resolve: begin } = Promise.withResolvers<void>();
  // Sixty a second, as a fast model writes; it names who asked.
  service.respond = async (answer, request) => {
    // All at once, however long it takes to ask them.
    if ((begun += 1) === streams) begin();
    await allBegan;
    await responders.pieces([`To ${request.messages.at(-1)!.content}: `, ...words], 16)(answer, request);
  };
  const people = [];
  for (let n = 0; n < streams; n += 1) {
    const person = await signIn(gateway, { name: `Person ${n}` });
    const { list } = await person.api.aiBot.queryAiBotList({ updateTime: 0 });
    const { conversation } = await person.api.conversation.create({ type: 'robot', identifiers: [list[0]!.aiBotId] });
    people.push({ n, person, chat: conversation!.conversionId, socket: await connectAs(person) });
  }
  await Promise.all(
    people.map(({ n, person, chat }) => sendText(person, chat, `person ${n}`, { type: 'robot', id: newMessageId() })),
  );
  for (const { n, socket } of people) {
    const whole = `To person ${n}: ${words.join('')}`;
    await socket.until(() => socket.rows.some(({ content }) => content?.cmdId === 'streamEnd'), 600_000);
    const [first] = socket.rows.flatMap(({ content }) => (content && readAnswer(content)) ?? []);
    const end = JSON.parse(
      socket.rows.find(({ content }) => content?.cmdId === 'streamEnd')!.content!.message,
    ) as object;
    expect(end).toMatchObject({ text: whole, state: 'done' });
    expect(whole.startsWith(first!.text)).toBe(true);
    const heard = socket.chunks.filter(({ streamEnd }) => !streamEnd);
    expect(heard.map(({ number }) => number)).toEqual(heard.map((_, at) => at));
    expect(heard.map(({ text }) => text).join('')).toBe(whole);
    socket.close();
  }
  expect(begun).toBe(streams);
  await gateway.close();
  await service.close();
});
