import type { ToastEvent, Remote } from '@amber/client/remote';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { beforeEach, expect, it, vi } from 'vitest';
import { featureToast } from './featureToast.ts';

const say = vi.fn<(news: ToastEvent<'campaignNews'>) => unknown>();
let kinds = ['campaignNews'];
const features = {
  placements: () => ({ owners: seedPathOwners, placementsOf: (remote: string) => [seedPlacementOf(remote)!] }),
  placementOf: (remote: string) => ({ ...seedPlacementOf(remote)!, news: remote === 'airdrop' ? kinds : [] }),
  loadRemote: async () => ({ news: { campaignNews: say } }) as unknown as Remote,
};

const news = { type: 'campaignNews', kind: 'won', campaignId: 'a', title: 'Spring', reward: 'A boat' } as const;
const asked = () => featureToast(features, news, '/airdrop/a/info');
const good = { tone: 'success', text: 'A boat is yours', link: { to: '/airdrop/a/info', label: 'See it' } };

beforeEach(() => {
  kinds = ['campaignNews'];
  say.mockReset();
  say.mockResolvedValue(good);
});

it('R205 a feature says its news in its own words, and leads to a page of its own', async () => {
  expect(await asked()).toEqual({ ...good, lasting: false });
  expect(say).toHaveBeenCalledWith(news);
  say.mockResolvedValue({ ...good, link: undefined, lasting: true, markup: '<b>' });
  expect(await asked()).toEqual({ tone: 'success', text: 'A boat is yours', lasting: true });
  say.mockResolvedValue(null);
  expect(await asked()).toBeNull();
});

it.each([
  undefined,
  'You won',
  { ...good, tone: 'error' },
  { ...good, text: 7 },
  { ...good, text: ' ' },
  { ...good, text: 'x'.repeat(301) },
  { ...good, lasting: 'yes' },
  { ...good, link: null },
  { ...good, link: { to: '/airdrop/a/info' } },
  ...[
    '/moments',
    '/settings/account',
    'https://evil.example/',
    '//evil.example',
    '/airdrop/../login',
    'javascript:1',
    7,
  ].map((to) => ({ ...good, link: { to, label: 'Here' } })),
])('R205 the host has words of its own for nonsense: %j', async (nonsense) => {
  say.mockResolvedValue(nonsense);
  expect(await asked()).toBeUndefined();
});

it('R205 and where the feature does not say them, fails, takes too long, or does not show that page', async () => {
  say.mockRejectedValue(new Error('a chunk did not come'));
  expect(await asked()).toBeUndefined();
  vi.useFakeTimers();
  say.mockReturnValue(new Promise(() => {}));
  const late = asked();
  await vi.runAllTimersAsync();
  expect(await late).toBeUndefined();
  vi.useRealTimers();
  say.mockResolvedValue(good);
  expect(await featureToast(features, news, '/moments')).toBeUndefined();
  expect(await featureToast(features, news, '/settings/account')).toBeUndefined();
  kinds = [];
  expect(await asked()).toBeUndefined();
});
