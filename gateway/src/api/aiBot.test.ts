import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../testing/client.ts';
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
