import { parsePlacement } from '@amber/proto/placementSchema';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { describe, expect, it } from 'vitest';
import { parsePaths, registryOf as read } from './pageRegistry.ts';

const hostRoutes = [{ path: '/login' }, { path: '/settings/:section?' }, { path: '/:identifier' }];
const registryOf = (raw: unknown) => read(raw, { hostRoutes, readPlacement: parsePlacement });

const release = (remote: string, more: object = {}) => ({
  version: '1.0.0',
  contract: '^1',
  entry: `/chat/remotes/${remote}/1.0.0/remoteEntry.js`,
  integrity: 'sha384-x',
  place: seedPlacementOf(remote),
  ...more,
});
const offer = (remote: string, more: object = {}) => ({
  remote,
  stable: release(remote),
  candidate: null,
  share: 0,
  previous: null,
  beta: null,
  betaShare: 0,
  ...more,
});
const registry = (more: object = {}) => ({
  revision: 7,
  offers: [offer('chat'), offer('moments')],
  words: seedPathOwners,
  details: { url: '/chat/registry/7.0123456789abcdef.json', integrity: 'sha384-y' },
  ...more,
});

describe('R155 whatever a registry says, the page goes on', () => {
  it('takes a good one as it is', () => expect(registryOf(registry())).toEqual(registry()));

  it('takes an offer of a build that knew no beta', () => {
    const { beta: _, betaShare: __, ...older } = offer('chat');
    expect(registryOf(registry({ offers: [older] }))!.offers).toEqual([offer('chat')]);
  });

  it('has for its first screen the paths alone', () => {
    const { offers } = read(registry(), { hostRoutes, readPlacement: parsePaths })!;
    const places = offers.map(({ stable }) => stable!.place!);
    expect(places.map(({ paths }) => paths)).toEqual([
      seedPlacementOf('chat')!.paths,
      seedPlacementOf('moments')!.paths,
    ]);
    expect(places.flatMap(({ titles, entries, tabs }) => [...titles, ...entries, ...tabs])).toEqual([]);
    expect([parsePaths(null), parsePaths(7)]).toEqual([null, null]);
  });

  it.each([undefined, null, 7, 'registry', [], {}, registry({ revision: '7' }), registry({ revision: NaN })])(
    'takes none that is none: %j',
    (raw) => expect(registryOf(raw)).toBeNull(),
  );

  it.each([registry({ offers: {} }), registry({ words: null })])('nor one without rows', (raw) =>
    expect(registryOf(raw)).toBeNull(),
  );

  it.each<[string, unknown]>([
    ['a number', 7],
    ['no release', { stable: 'newest' }],
    ['numbers for texts', offer('ai', { stable: release('ai', { version: 7, entry: {} }) })],
    ['a script of another site', offer('ai', { stable: release('ai', { entry: 'https://evil.example/x.js' }) })],
    ["another remote's script", offer('ai', { stable: release('chat') })],
    ['no hash', offer('ai', { stable: release('ai', { integrity: undefined }) })],
  ])('an offer that is %s takes no other with it', (_, bad) => {
    const { offers } = registryOf(registry({ offers: [bad, offer('chat')] }))!;
    expect(offers.at(-1)).toEqual(offer('chat'));
    expect(offers.filter(({ stable }) => stable)).toHaveLength(1);
  });

  it('cuts off what no page could hold', () => {
    const many = <Row>(row: Row) => Array.from({ length: 100_000 }, () => row);
    const place = { titles: many({}), paths: many({ path: '/moments', access: 'public' }), entries: many(null) };
    const taken = registryOf(
      registry({ offers: many(offer('moments', { stable: release('moments', { place }) })), words: seedPathOwners }),
    )!;
    expect(taken.offers).toHaveLength(64);
    expect(taken.offers[0]!.stable!.place!.paths).toHaveLength(40);
    expect(registryOf(registry({ words: many({ pattern: 'a'.repeat(1e3), remote: 'chat' }) }))!.words).toEqual([]);
  });

  it("leaves out paths and entries on words that are not the remote's, and the host's own words", () => {
    const entry = seedPlacementOf('moments')!.entries[0]!;
    const place = {
      titles: [{ language: 'en', text: 'Thief' }],
      paths: ['/moments', '/channels/me', '/login', '/'].map((path) => ({ path, access: 'public' })),
      entries: ['/moments', '/channels/me', '/settings/account'].map((to) => ({ ...entry, to })),
    };
    const taken = registryOf(
      registry({
        offers: [offer('moments', { stable: release('moments', { place }) })],
        words: [
          ...seedPathOwners,
          { pattern: 'login', remote: 'moments' },
          { pattern: '=/settings', remote: 'moments' },
        ],
      }),
    )!;
    expect(taken.words).toEqual(seedPathOwners);
    expect(taken.offers[0]!.stable!.place).toMatchObject({
      paths: [{ path: '/moments' }],
      entries: [{ to: '/moments' }],
    });
  });

  it.each([{ icon: '"/><script>' }, { icon: 'M0'.repeat(300) }, { to: 7 }])(
    'an entry that cannot be drawn is left out: %j',
    (bad) => {
      const place = seedPlacementOf('moments')!;
      const entries = [{ ...place.entries[0], ...bad }];
      const stable = release('moments', { place: { ...place, entries } });
      expect(
        registryOf(registry({ offers: [offer('moments', { stable })] }))!.offers[0]!.stable!.place!.entries,
      ).toEqual([]);
    },
  );

  it('takes tabs on pages that it knows, with a drawing or none; a newer one, and one of an older release, take nothing with them', () => {
    const good = { on: 'space', titles: [{ language: 'en', text: 'Polls' }], icon: '' };
    const tabs = [7, { on: 'settings', icon: '' }, { on: 'profile', icon: '<script>' }, good];
    const taken = (place: object) =>
      registryOf(
        registry({
          offers: [offer('ai', { stable: release('ai', { place: { ...seedPlacementOf('ai'), ...place } }) })],
        }),
      )!.offers[0]!.stable!.place!;
    expect(taken({ tabs: tabs.slice(2) }).tabs).toEqual([good]);
    expect(taken({ tabs: tabs.slice(0, 2) })).toEqual(seedPlacementOf('ai'));
    expect(taken({ tabs: undefined })).toEqual(seedPlacementOf('ai'));
  });

  it('takes news that it knows, each once; a place from before there were any has none', () => {
    const taken = (news: unknown) =>
      registryOf(
        registry({ offers: [offer('ai', { stable: release('ai', { place: { ...seedPlacementOf('ai'), news } }) })] }),
      )!.offers[0]!.stable!.place!.news;
    expect(taken(['campaignNews', 'tomorrow', 7, 'campaignNews'])).toEqual(['campaignNews']);
    expect([taken(undefined), taken('campaignNews')]).toEqual([[], []]);
  });

  it.each([{ url: 'https://evil.example/' }, { url: 7 }, 'details', { url: '/chat/registry/x.json' }])(
    'details elsewhere, or without a hash, are none: %j',
    (details) => expect(registryOf(registry({ details }))!.details).toBeNull(),
  );
});
