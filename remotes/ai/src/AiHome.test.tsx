import { fakeHost } from '@amber/client/testing';
import { afterEach, expect, test, vi } from 'vitest';
import remote from './remote.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** How often one's use was asked for at this path, on a page with room for one pane or for two. */
async function useAsked(path: string, hasTwoPanes: boolean) {
  const host = await fakeHost({
    engine: { refreshBots: async () => {} },
    api: {
      aiBot: {
        usage: async () => ({ days: [], mostPerDay: 8 }),
        agentQueue: async () => ({ serves: false, list: [] }),
      },
    },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: hasTwoPanes, addEventListener() {}, removeEventListener() {} }));
  const screen = await host.open(remote.Routes, path);
  await screen.waitForText(path === '/ai' ? /0 of 8 answers today/ : /AI/);
  return {
    times: host.calls.filter(([call]) => call === 'aiBot.usage').length,
    inList: screen.element.querySelectorAll('nav section').length,
  };
}

test.each([
  ['beside the list where there is room', '/ai', true, { times: 1, inList: 0 }],
  ['below the list where there is not', '/ai', false, { times: 1, inList: 1 }],
  ['not at all beside a chat', '/ai/somebot', true, { times: 0, inList: 0 }],
])('one’s use is asked for once, and shown %s', async (_, path, hasTwoPanes, expected) => {
  expect(await useAsked(path, hasTwoPanes)).toEqual(expected);
});
