import type { AiBody } from '@amber/proto/bodies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { responders, startAiService, type AiService } from '../testing/aiService.ts';
import { connectAs, newMessageId, sendText, signIn, type TestSocket } from '../testing/client.ts';
import { movedTo, startTwoGateways, type TwoGateways } from '../testing/twoGateways.ts';

let service: AiService;
let two: TwoGateways;
beforeAll(async () => {
  service = await startAiService();
  two = await startTwoGateways({
    ai: { baseUrl: service.url, key: 'k', models: ['small'] },
    limits: { sweepEvery: 300 },
  });
});
afterAll(async () => {
  await two.close();
  await service.close();
});

/** Ada asks a bot on gateway A for a long answer; the first part of it is stored. She is connected to B. */
async function longAnswer() {
  const onA = await signIn(two.a, { name: 'Ada' });
  const onB = movedTo(two.b, onA);
  const socket = await connectAs(onB);
  const { aiBotInfo } = await onA.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.', AiCharacters: ['Calm'] },
  });
  const { conversation } = await onA.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  const chat = conversation!.conversionId;
  service.respond = responders.pieces(
    Array.from({ length: 1_000 }, (_, n) => `${n} `),
    10,
  );
  const question = newMessageId();
  await sendText(onA, chat, 'Count', { id: question, type: 'robot' });
  await socket.until(() => socket.rows.some(({ content }) => content?.type === 'ai'));
  return { onB, chat, question, socket };
}

const endsOf = ({ rows }: TestSocket) =>
  rows.flatMap(({ content }) => (content?.cmdId === 'streamEnd' ? [JSON.parse(content.message) as AiBody] : []));

test('R241 a question that gateway A answers can be asked again at B', async () => {
  const { onB, chat, question, socket } = await longAnswer();
  service.respond = responders.pieces(['Again']);
  await onB.api.aiBot.askAgain({ conversationId: chat, messageId: question });
  await socket.until(() => endsOf(socket).length === 2);
  expect(endsOf(socket)).toMatchObject([
    { round: 0, state: 'stopped' },
    { round: 1, state: 'done', text: 'Again' },
  ]);
});

test('R241 a preview whose request is repeated at another gateway is answered and charged once', async () => {
  const onA = await signIn(two.a, { name: 'Pia' });
  const onB = movedTo(two.b, onA);
  const socket = await connectAs(onB);
  service.respond = responders.pieces(['Hello']);
  const asked = service.requests.length;
  const request = {
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.', model: 'small' } as const,
    said: ['Hi'],
  };
  await Promise.all([onA, onB, onA, onB].map(({ api }) => api.aiBot.preview(request)));
  await socket.until(() => socket.chunks.some(({ id, streamEnd }) => id === request.requestId && streamEnd));
  await onB.api.aiBot.preview(request);
  expect(service.requests).toHaveLength(asked + 1);
  expect((await onB.api.aiBot.usage({})).days.at(-1)?.answers).toBe(1);
  socket.close();
});

test('R241 an answer of gateway A is stopped at B after a moment when the bus is gone', async () => {
  await two.nats.stop();
  await expect.poll(() => two.buses.map((bus) => bus.connection()), { interval: 20 }).toEqual(['lost', 'lost']);
  const { onB, chat, socket } = await longAnswer();
  await onB.api.aiBot.stopStream({ ConversationId: chat });
  await socket.until(() => endsOf(socket).length === 1);
  expect(endsOf(socket)).toMatchObject([{ state: 'stopped' }]);
});
