// Every address × every state of sign-in: what is shown to whom, and who is redirected where.
import { atMost } from '@amber/gateway/testing/machine';
import { hostRoutes } from '../../shell/src/routes.ts';
import { remotePlaces } from '../../tools/remotePlaces.ts';
import { expect, type Person, setUp, signIn, test } from '../kit/world.ts';

type Outcome = string | null;
/** null: shown where it is. `forwards`: the feature redirects to a page that needs a session. */
interface Row {
  path: string;
  noSession: Outcome;
  noAvatar: Outcome;
  ready: Outcome;
  forwards?: true;
}

const login = (path: string) => `/login?${new URLSearchParams({ redirect_url: path })}`;
const members = (...paths: string[]): Row[] =>
  paths.map((path) => ({
    path,
    noSession: login(path),
    noAvatar: `/settings/init${new URL(path, 'http://here').search}`,
    ready: null,
  }));
const open = (...paths: string[]): Row[] =>
  paths.map((path) => ({ path, noSession: null, noAvatar: null, ready: null }));

/** The host's own decisions; a feature's own redirects are not tested here. */
const rows: Row[] = [
  ...members(
    '/',
    '/chat',
    '/channels',
    '/channels/me',
    '/channels/me/c1?x=1',
    '/contacts',
    '/contacts/new',
    '/channels/create',
    '/channels/recommend',
    '/channels/recommend/s1',
    '/channels/setting/s1',
    '/channels/invite/s1',
    '/channels/s1',
    '/channels/s1/c1',
    '/ai',
    '/ai/create',
    '/ai/agent',
    '/ai/c1',
    '/moments/in/s1',
    '/moments/news',
    '/airdrop/manage',
    '/airdrop/manage/new',
    '/airdrop/manage/a1/results',
    '/settings/account',
    '/settings/me',
    '/invite',
    '/share',
    '/admin',
    '/somebody',
  ),
  ...open(
    '/airdrop/square',
    '/airdrop/a1/info',
    '/airdrop/a1/sinfo',
    '/slap',
    '/home',
    '/privacy-policy',
    '/no/such/page',
  ),
  { path: '/moments', noSession: null, noAvatar: '/settings/init', ready: null },
  { path: '/moments/b1', noSession: null, noAvatar: '/settings/init', ready: null },
  { path: '/moments/by/abcdefghijklmnop', noSession: null, noAvatar: '/settings/init', ready: null },
  {
    path: '/spaces/s1/join?inviterId=i',
    noSession: null,
    noAvatar: '/settings/init?inviterId=i&spaceId=s1',
    ready: null,
    forwards: true,
  },
  { path: '/login', noSession: null, noAvatar: '/settings/init', ready: '/' },
  {
    path: '/login?redirect_url=/settings/about',
    noSession: null,
    noAvatar: '/settings/init?redirect_url=%2Fsettings%2Fabout',
    ready: '/settings/about',
  },
  {
    path: '/login?redirect_url=/settings/init',
    noSession: null,
    noAvatar: '/settings/init?redirect_url=%2Fsettings%2Finit',
    ready: '/',
  },
  {
    path: '/login?redirect_url=//evil.example',
    noSession: null,
    noAvatar: '/settings/init?redirect_url=%2F%2Fevil.example',
    ready: '/',
  },
  { path: '/settings/init', noSession: login('/settings/init'), noAvatar: null, ready: '/' },
  {
    path: '/settings/init?redirect_url=/settings/about',
    noSession: login('/settings/init?redirect_url=/settings/about'),
    noAvatar: null,
    ready: '/settings/about',
  },
];

/** A path and its query, with slashes encoded or not. */
function place(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  return `${pathname.replace(/^\/chat(?=\/|$)/, '').replace(/\/$/, '') || '/'} ${[...searchParams].map((pair) => pair.join('=')).join('&')}`;
}

async function walk({ page }: Person, url: string, standing: 'noSession' | 'noAvatar' | 'ready'): Promise<void> {
  for (const row of rows) {
    const target = row[standing];
    await page.goto(url.replace(/\/$/, '') + row.path, { waitUntil: 'commit' });
    if (target !== null)
      await expect.poll(() => place(page.url()), { message: `${row.path} with ${standing}` }).toBe(place(target));
    // Shown: it is on screen, and nothing of it is missing.
    await expect(page.locator('main:not([aria-busy])'), `${row.path} with ${standing}`).toBeVisible();
    await expect(page.getByRole('alert', { name: 'Amber' })).toHaveCount(0);
    await expect(page.getByRole('alert', { name: /^(Chats|Spaces|AI|Moments|Airdrop)$/ })).toHaveCount(0);
    if (target !== null || row.forwards) continue;
    const here = place(page.url()).split(' ')[0];
    if (row.path.startsWith('/login')) expect(here).toBe('/login');
    else expect(here, `${row.path} with ${standing}`).not.toBe('/login');
    if (standing !== 'noAvatar' || !row.path.startsWith('/settings/init')) expect(here).not.toBe('/settings/init');
  }
}

test('R9 R22 every route of the table is walked', () => {
  const walked = rows.map(({ path }) => path.split('?')[0]!);
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
  const routes = [...hostRoutes, ...Object.values(remotePlaces).flatMap(({ paths }) => paths)];
  expect(routes.filter(({ path }) => !walked.some((one) => matches(path).test(one))).map(({ path }) => path)).toEqual(
    [],
  );
});

test('R9 R11 R12 the walk: no session, no avatar, avatar', async ({ newcomer, person, world }) => {
  test.setTimeout(atMost(900_000));
  const [stranger, halfway, member] = [await newcomer('Stranger'), await newcomer('Halfway'), await person('Member')];
  await halfway.page.goto(world.url);
  await signIn(halfway, world.gateway);
  await expect(halfway.page).toHaveURL(/settings\/init/);
  await Promise.all([
    walk(stranger, world.url, 'noSession'),
    walk(halfway, world.url, 'noAvatar'),
    walk(member, world.url, 'ready'),
  ]);
  // After the profile was set up, one arrives at the page requested at first.
  await halfway.page.goto(`${world.url}login?redirect_url=/settings/about`);
  await setUp(halfway);
  await expect(halfway.page).toHaveURL(/\/chat\/settings\/about$/);
});
