import type { ConversationRow } from '@amber/client/rows';
import { fakeHost } from '@amber/client/testing';
import { Fault } from '@amber/proto/faults';
import { act } from 'react';
import { expect, test } from 'vitest';
import { BotDetails } from './BotDetails.tsx';

const me = 'abcdefghijklmnop';
const bot = {
  aiBotId: 'b1',
  type: 'clone',
  name: 'Echo',
  avatar: '',
  image: '/chat/banners/dunes.svg',
  AiCharacters: [],
  ownerName: 'Ada',
  provider: 'Test',
};
const conversation = {
  conversionId: 'c1',
  type: 'robot',
  spaceId: '',
  userInfo: [{ identifier: me }, { identifier: 'b1', lastName: 'Echo', avatar: '' }],
} as unknown as ConversationRow;

async function openDetails(changes: object, updateAiBotBackground: () => Promise<object> = async () => ({})) {
  const aiBotInfo = { ...bot, ...changes };
  const host = await fakeHost({
    session: { identifier: me },
    engine: { refreshBots: async () => {} },
    api: {
      aiBot: {
        getAiBot: async () => ({ aiBotInfo: aiBotInfo as never }),
        getMemory: async () => ({ remembers: true, list: [] }),
        getAllAiBackground: async () => ({ list: ['/chat/banners/dunes.svg', '/chat/banners/lake.svg'] }),
        updateAiBotBackground,
      },
    },
  });
  const screen = await host.open(() => <BotDetails conversation={conversation} />, '/ai/c1?details');
  await screen.waitForText(/computed by Test/);
  return { host, screen };
}

const picture = (path: string) => document.querySelector<HTMLInputElement>(`input[value="${path}"]`);
const untilShown = async (path: string) => {
  const end = Date.now() + 75_000; // real time, for a busy machine
  while (!picture(path) && Date.now() < end) await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
};

test('R124 the owner changes the background beside the chat, and it is saved at once', async () => {
  const { host, screen } = await openDetails({ owner: me });
  await screen.press('Change background');
  await untilShown('/chat/banners/lake.svg');
  expect(picture('/chat/banners/dunes.svg')!.checked).toBe(true);
  await act(async () => picture('/chat/banners/lake.svg')!.click());
  expect(host.calls.filter(([call]) => /updateAiBotBackground|refreshBots/.test(call))).toEqual([
    ['aiBot.updateAiBotBackground', { aiBotId: 'b1', image: '/chat/banners/lake.svg' }],
    ['refreshBots', {}],
  ]);
});

test('R124 a background that could not be saved is not shown as chosen', async () => {
  const { screen } = await openDetails({ owner: me }, async () => {
    throw new Fault('TIMEOUT');
  });
  await screen.press('Change background');
  await untilShown('/chat/banners/lake.svg');
  await act(async () => picture('/chat/banners/lake.svg')!.click());
  expect(picture('/chat/banners/dunes.svg')!.checked).toBe(true);
});

test('R131 other people see that the voice is an AI copy, and change nothing', async () => {
  const { screen } = await openDetails({ owner: 'somebodyelse', voice: 'v1', voiceCloned: true });
  expect(screen.text()).toMatch(/AI voice It speaks with an AI copy of Ada’s voice/);
  expect(screen.text()).not.toContain('Change background');
  const { screen: other } = await openDetails({ owner: 'somebodyelse', voice: 'coral' });
  expect(other.text()).not.toContain('AI voice');
});
