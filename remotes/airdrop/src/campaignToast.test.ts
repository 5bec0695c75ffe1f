import { afterEach, expect, test, vi } from 'vitest';
import { campaignToast } from './campaignToast.ts';

const news = { type: 'campaignNews', kind: 'won', campaignId: 'a', title: 'Spring', reward: 'A boat' } as const;

afterEach(() => vi.unstubAllGlobals());

test('R137 a prize stays until it was looked at, tasks that are done are said by the way; both lead to the campaign', () => {
  vi.stubGlobal('location', { pathname: '/chat/airdrop/b/info' });
  expect(campaignToast(news)).toMatchObject({
    tone: 'success',
    lasting: true,
    text: 'You won “A boat” in Spring',
    link: { to: '/airdrop/a/info', label: 'See your prize' },
  });
  expect(campaignToast({ ...news, kind: 'ready' })).toMatchObject({
    text: 'You finished all tasks of Spring',
    link: { to: '/airdrop/a/info', label: 'Open campaign' },
  });
});

test('R137 the page of the campaign itself shows it anyway', () => {
  vi.stubGlobal('location', { pathname: '/chat/airdrop/a/info' });
  expect(campaignToast(news)).toBeNull();
});
