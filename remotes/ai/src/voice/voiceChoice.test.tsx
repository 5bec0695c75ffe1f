import { type HostSound, lendSound, type Track } from '@amber/client/remote';
import { fakeHost } from '@amber/client/testing';
import { readWav } from '@amber/proto/wav';
import { act } from 'react';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import remote from '../remote.tsx';
import { typeInto } from '../testing/typeInto.ts';

const voices = [
  { id: 'coral', name: 'Coral' },
  { id: 'v1', name: 'Me', cloned: true },
];

async function openForm(path: string, bot = {}) {
  const host = await fakeHost({
    engine: { refreshBots: async () => {} },
    api: {
      aiBot: {
        getAiBotCharacters: async () => ({ list: [], models: [], provider: 'Test' }),
        getAllAiBackground: async () => ({ list: ['/chat/banners/dunes.svg'] }),
        getVoices: async () => ({ list: voices, host: '' }),
        getAiBot: async () => ({
          aiBotInfo: {
            aiBotId: 'b1',
            type: 'mate',
            name: 'Momo',
            avatar: '/chat/avatars/fox.svg',
            AiCharacters: [],
            ...bot,
          },
        }),
        createAIVoiceText: async () => ({ pcm: Uint8Array.of(1, 0), cloned: false }),
        createUserClone: async ({ aiBotInfo }) => ({ aiBotInfo: { ...aiBotInfo!, aiBotId: 'b1' } }),
        updateUserClone: async ({ aiBotInfo }) => ({ aiBotInfo: aiBotInfo! }),
      },
      user: { preparedAvatar: async () => ({ list: ['/chat/avatars/fox.svg'] }) },
    },
  });
  const screen = await host.open(remote.Routes, path);
  await screen.waitForText(/Make a voice of my own/);
  const saved = () =>
    host.calls.flatMap(([call, request]) =>
      call.endsWith('UserClone') ? [(request as { aiBotInfo: Record<string, unknown> }).aiBotInfo] : [],
    );
  return { screen, saved };
}

test('R124 a bot is made with a voice, of which a sample can be heard; an own one is marked as AI', async () => {
  const played: Track[] = [];
  const state$ = new BehaviorSubject({ track: null, status: 'paused' });
  lendSound({ player: { state$, play: (track: Track) => played.push(track) } } as unknown as HostSound);
  const { screen, saved } = await openForm('/ai/create');
  expect(screen.text()).toMatch(/Coral.*MeAI voice/);
  await screen.press('Hear a sample of Me');
  expect(played[0]!.path).toBe('/ai/create');
  expect(readWav(new Uint8Array(await (await played[0]!.load()).arrayBuffer()))?.samples).toEqual(Int16Array.of(1));
  await typeInto(screen.element, 'Name', 'Momo');
  await act(async () => screen.element.querySelector<HTMLInputElement>('input[value="v1"]')!.click());
  await screen.press('Create');
  expect(saved()).toMatchObject([{ name: 'Momo', voice: 'v1' }]);
});

test('R169 a bot may have another name for English pages, which its owner can change', async () => {
  const { screen, saved } = await openForm('/ai/create?bot=b1', { name: '小安', nameEn: 'An' });
  await typeInto(screen.element, 'English name', 'Ann');
  await screen.press('Save');
  expect(saved()).toMatchObject([{ name: '小安', nameEn: 'Ann' }]);
});

test('R124 an older host plays no sample; editing keeps the voice and leaves the background alone', async () => {
  lendSound(null as unknown as HostSound);
  const { screen, saved } = await openForm('/ai/create?bot=b1', { voice: 'v1', image: '/chat/banners/dunes.svg' });
  expect(screen.text()).not.toMatch(/Hear a sample|Background/);
  expect(screen.element.querySelector<HTMLInputElement>('input[value="v1"]')!.checked).toBe(true);
  await screen.press('Save');
  expect(saved()).toMatchObject([{ voice: 'v1', image: '' }]);
});
