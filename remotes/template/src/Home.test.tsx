import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import remote from './remote.tsx';

const answers = (names: string[]) => ({
  groupChat: { querySpaceByNamePart: async () => ({ spaceInfo: names.map((spaceName) => ({ spaceName })) }) },
});

test('R154 a team opens its screen on a page: the answer is there, and so is what was stored', async () => {
  const host = await fakeHost({ session: { lastName: 'Tess' }, api: answers(['B', 'A']) });
  localStorage.setItem('template', 'kept');
  const screen = await host.open(remote.Routes, '/template');
  expect(screen.text()).toContain('Hello, Tess.');
  expect([...screen.element.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['A', 'B']);
  expect(localStorage.getItem('template')).toBe('kept');
});

test('R154 each test begins with an empty page; a failure is said, and pressing Retry asks again', async () => {
  let asked = 0;
  const host = await fakeHost({
    api: {
      groupChat: {
        querySpaceByNamePart: async () => {
          asked += 1;
          if (asked === 1) throw new Error('no answer');
          return { spaceInfo: [{ spaceName: 'Late' }] };
        },
      },
    },
  });
  expect(localStorage.getItem('template')).toBeNull();
  const screen = await host.open(remote.Routes, '/template');
  expect(screen.text()).not.toContain('Late');
  await screen.press('Retry');
  expect(screen.text()).toContain('Late');
  await expect(screen.press('Vote')).rejects.toThrow('no button or link called Vote');
});
