import type { Place } from '@amber/proto';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { describe, expect, it } from 'vitest';
import { redirectFrom, safeRedirect, type SignInStatus, signInStatusOf } from './access.ts';
import type { PossiblePlacements } from './federation/choose/possiblePlacements.ts';
import { routeOf } from './routes.ts';
import { remotePlacements } from '../../tools/remotePlacements.ts';

const offered: PossiblePlacements = {
  owners: seedPathOwners,
  placementsOf: (remote) => (remotePlacements[remote] ? [remotePlacements[remote]] : null),
};
const routeIn = (path: string, given: PossiblePlacements = offered) => routeOf(path, given);

const go = (url: string, standing: SignInStatus) => {
  const { pathname, search } = new URL(url, 'http://here');
  return redirectFrom({ path: pathname, search }, standing, routeIn(pathname).access);
};
const login = (from: string) => `/login?${new URLSearchParams({ redirect_url: from })}`;

describe('the redirect matrix', () => {
  /** Null: the path itself is shown. */
  type Redirects = [path: string, noSession: string | null, noAvatar: string | null, ready: string | null];
  const members = (path: string): Redirects => [
    path,
    login(path),
    `/settings/init${new URL(path, 'http://here').search}`,
    null,
  ];
  const visitors = (path: string): Redirects => [path, null, '/settings/init', null];
  const open = (path: string): Redirects => [path, null, null, null];

  it.each<Redirects>([
    members('/'),
    members('/chat'),
    members('/channels'),
    members('/channels/me'),
    members('/channels/me/c1?x=1'),
    members('/contacts'),
    members('/contacts/new'),
    members('/channels/create'),
    members('/channels/recommend'),
    members('/channels/recommend/s1'),
    members('/channels/s1'),
    members('/channels/s1/c1'),
    members('/channels/setting/s1'),
    members('/channels/invite/s1'),
    members('/ai'),
    members('/ai/create'),
    members('/ai/voice'),
    members('/ai/c1'),
    members('/ai/agent'),
    members('/settings'),
    members('/settings/account'),
    members('/invite'),
    members('/share'),
    members('/admin'),
    members('/admin/people'),
    open('/tester'),
    members('/somebody'),
    ['/invite?inviteId=abc', '/login?inviteId=abc', '/settings/init?inviteId=abc', null],
    visitors('/moments'),
    [
      '/settings/init?inviterId=i&invitation=c&spaceId=s1',
      login('/settings/init?inviterId=i&invitation=c&spaceId=s1'),
      null,
      '/spaces/s1/join?inviterId=i&invitation=c',
    ],
    ['/spaces/s1/join?inviterId=i', null, '/settings/init?inviterId=i&spaceId=s1', null],
    open('/airdrop/square'),
    open('/airdrop/a1/info'),
    open('/airdrop/a1/sinfo'),
    open('/slap'),
    open('/home'),
    open('/privacy-policy'),
    open('/no/such/page'),
    open('/spaces'),
    ['/login', null, '/settings/init', '/'],
    [
      '/login?redirect_url=/channels/me/c1',
      null,
      '/settings/init?redirect_url=%2Fchannels%2Fme%2Fc1',
      '/channels/me/c1',
    ],
    ['/settings/init', login('/settings/init'), null, '/'],
    ['/settings/init?redirect_url=/ai', login('/settings/init?redirect_url=/ai'), null, '/ai'],
    [
      '/settings/init?inviterId=i&spaceId=s1',
      login('/settings/init?inviterId=i&spaceId=s1'),
      null,
      '/spaces/s1/join?inviterId=i',
    ],
    [
      '/settings/init?spaceId=//evil.example',
      login('/settings/init?spaceId=//evil.example'),
      null,
      '/spaces/%2F%2Fevil.example/join',
    ],
  ])('R9 R10 R11 %s', (path, noSession, noAvatar, ready) => {
    expect([go(path, 'noSession'), go(path, 'noAvatar'), go(path, 'ready')]).toEqual([noSession, noAvatar, ready]);
  });
});

it.each([
  ['/channels/me/c1?x=1#y', '/channels/me/c1?x=1#y'],
  ['/settings/init', '/'],
  ['/settings/init?x', '/'],
  ['/login', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['evil', '/'],
  ['', '/'],
  [null, '/'],
])('R13 R14 redirect_url %j leads to %s', (value, expected) => {
  expect(safeRedirect(value)).toBe(expected);
});

it.each([
  'chat',
  'channels',
  'ai',
  'moments',
  'airdrop',
  'slap',
  'home',
  'login',
  'settings',
  'invite',
  'admin',
  'spaces',
  'contacts',
  'privacy-policy',
])('R23 /%s is never a profile', (word) => {
  expect(routeIn(`/${word}`).path).not.toBe('/:identifier');
});

it('R22 every path has its owner', () => {
  const owner = (path: string) => routeIn(path).show;
  expect(owner('/channels/me/c1')).toEqual({ feature: 'chat' });
  expect(owner('/channels/s1/c1')).toEqual({ feature: 'channels' });
  expect(owner('/channels/create')).toEqual({ feature: 'channels' });
  expect(owner('/ai/create')).toEqual({ feature: 'ai' });
  expect(owner('/airdrop/a1/sinfo')).toEqual({ feature: 'airdrop' });
  expect(owner('/settings/init')).toEqual({ screen: 'setUp' });
  expect(owner('/settings/account')).toEqual({ screen: 'settings' });
  expect(owner('/admin')).toEqual({ screen: 'admin' });
  expect(owner('/admin/log')).toEqual({ screen: 'admin' });
  expect(owner('/a/b/c/d')).toEqual({ screen: 'notFound' });
});

describe('what the registry says of paths', () => {
  const polls: Place = {
    titles: [{ language: 'en', text: 'Polls' }],
    paths: [
      { path: '/polls', access: 'members', fills: false },
      { path: '/polls/:id', access: 'public', fills: false },
    ],
    entries: [],
    settings: false,
    operators: '',
    tabs: [],
    news: [],
  };
  const more: Place = {
    ...polls,
    paths: [
      { path: '/polls', access: 'members', fills: false },
      { path: '/polls/:id', access: 'members', fills: false },
      { path: '/polls/results', access: 'visitors', fills: false },
    ],
  };
  const words = [...seedPathOwners, { pattern: 'polls', remote: 'polls' }];
  const withPolls = (...places: Place[]): PossiblePlacements => ({
    owners: words,
    placementsOf: (remote) => (remote === 'polls' && places.length > 0 ? places : offered.placementsOf(remote)),
  });

  it('R205 the five manifests have all that their releases from before have', () => {
    for (const [remote, place] of Object.entries(remotePlacements)) {
      const { paths, entries, ...seed } = seedPlacementOf(remote)!;
      expect({ ...place, settings: place.settings || seed.settings }, remote).toEqual({
        ...seed,
        settings: place.settings,
        operators: place.operators,
        tabs: place.tabs,
        news: place.news,
        paths: expect.arrayContaining(paths),
        entries: expect.arrayContaining(entries),
      });
    }
  });

  it('R205 a sixth feature, and a new screen of it, need nothing of the host', () => {
    expect(routeIn('/polls', withPolls(polls))).toMatchObject({
      show: { feature: 'polls' },
      access: 'members',
      fills: false,
    });
    expect(routeIn('/polls/7', withPolls(polls))).toMatchObject({ path: '/polls/:id', access: 'public', fills: false });
    expect(routeIn('/polls/results', withPolls(polls, more))).toMatchObject({
      path: '/polls/results',
      access: 'visitors',
    });
    expect(routeIn('/polls')).toMatchObject({ show: { screen: 'profile' } });
  });

  it('R205 what fills a phone is said by the manifests', () => {
    const filling = ['/channels/me/c1', '/channels/s1/c1', '/channels/setting/s1', '/ai/create', '/ai/c1'];
    for (const path of filling) expect(routeIn(path).fills, path).toBe(true);
    for (const path of ['/', '/channels/me', '/channels/s1', '/channels/create', '/ai', '/contacts', '/settings/me'])
      expect(routeIn(path).fills ?? false, path).toBe(false);
  });

  it('R205 whichever of its releases runs, the strictest lets in', () => {
    expect(routeIn('/polls/7', withPolls(polls, more)).access).toBe('members');
    expect(routeIn('/polls/7', withPolls(more, polls)).access).toBe('members');
  });

  it('R205 a path that a feature does not know is not found, and one of a feature that is gone stays its own', () => {
    expect(routeIn('/polls/7/8', withPolls(polls)).show).toEqual({ screen: 'notFound' });
    expect(routeIn('/polls/7/8', withPolls()).show).toEqual({ feature: 'polls' });
    // What is lent is the borrower's alone, also while it is missing.
    const withoutChat: PossiblePlacements = {
      owners: words,
      placementsOf: (remote) => (remote === 'chat' ? null : offered.placementsOf(remote)),
    };
    expect(routeIn('/channels/me', withoutChat).show).toEqual({ feature: 'chat' });
    expect(routeIn('/channels/mellow', withoutChat).show).toEqual({ feature: 'channels' });
  });
});

it('R21 a remembered profile without an avatar leads nowhere before the engine has spoken', () => {
  const unfinished = signInStatusOf({ avatar: '' }, false);
  for (const url of ['/channels/me/c1', '/login?redirect_url=%2Fai', '/settings/init?spaceId=s1', '/moments'])
    expect(go(url, unfinished), url).toBeNull();
  expect(go('/channels/me/c1', signInStatusOf({ avatar: '' }, true))).toBe('/settings/init');
  expect(signInStatusOf({ avatar: '/a.svg' }, false)).toBe('ready');
  expect(signInStatusOf(null, false)).toBe('noSession');
});
