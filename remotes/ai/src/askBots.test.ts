import { api } from '@amber/client/engine';
import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import { askBots, nameOf } from './askBots.ts';

const bot = (name: string, type: 'mate' | 'assistant', nameEn = '') => ({ aiBotId: name, name, nameEn, type });

test('assistants come first, then the others by their names', async () => {
  const host = await fakeHost({
    api: {
      aiBot: {
        queryAiBotList: async () => ({
          list: [bot('Zoe', 'mate'), bot('琥珀', 'assistant', 'Amber'), bot('Ann', 'mate')],
        }),
      },
    },
  });
  expect((await askBots(api)).map(nameOf)).toEqual(['Amber', 'Ann', 'Zoe']);
  expect(host.asked).toEqual([['aiBot.queryAiBotList', { updateTime: 0 }]]);
});
