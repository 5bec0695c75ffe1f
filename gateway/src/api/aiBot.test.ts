import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMessageId, signIn } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test('R122 R123 an assistant is listed to its owner alone, and only when it has changed since', async () => {
  const anna = await signIn(gateway);
  const ben = await signIn(gateway);
  const first = await anna.api.aiBot.queryAiBotList({ updateTime: 0 });
  expect(first.list).toEqual([
    expect.objectContaining({
      type: 'assistant',
      name: 'Amber Assistant',
      AiCharacters: expect.arrayContaining(['Patient']),
    }),
  ]);
  expect((await ben.api.aiBot.queryAiBotList({})).list[0]!.aiBotId).not.toBe(first.list[0]!.aiBotId);
  expect(await anna.api.aiBot.queryAiBotList({ updateTime: first.updateTime })).toEqual({
    list: [],
    updateTime: first.updateTime,
  });
});

test('R124 the background has a call of its own, and saving the other fields keeps it', async () => {
  const { api } = await signIn(gateway);
  const { aiBotInfo } = await api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo' },
  });
  const { list } = await api.aiBot.getAllAiBackground({});
  const image = list.at(-1)!;
  expect(image).not.toBe(aiBotInfo!.image);
  await api.aiBot.updateAiBotBackground({ aiBotId: aiBotInfo!.aiBotId, image });
  const saved = await api.aiBot.updateUserClone({ aiBotInfo: { ...aiBotInfo!, name: 'Mo', image: '' } });
  expect(saved.aiBotInfo).toMatchObject({ name: 'Mo', image });
});
