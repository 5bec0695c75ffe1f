// Every address × every state of sign-in: what is shown to whom, and who is redirected where. What a member sees where
// nothing is redirected is in everyScreen.spec.ts.
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { hostRoutes } from '../../shell/src/routes.ts';
import { remotePlacements } from '../../tools/remotePlacements.ts';
import { expect, type Person, completeProfile, signIn, test, withoutServiceWorker } from '../kit/world.ts';

test.use(withoutServiceWorker);

type SessionState = 'noSession' | 'noAvatar' | 'ready';
type Outcome = string | null;
/** null: shown where it is. `redirects`: the feature redirects to a page that needs a session. */
interface Row {
  path: string;
  noSession: Outcome;
  noAvatar: Outcome;
  ready: Outcome;
  redirects?: true;
}

const login = (path: string) => `/login?${new URLSearchParams({ redirect_url: path })}`;
const memberRoutes = (...paths: string[]): Row[] =>
  paths.map((path) => ({
    path,
    noSession: login(path),
    noAvatar: `/settings/init${new URL(path, 'http://here').search}`,
    ready: null,
  }));
const publicRoutes = (...paths: string[]): Row[] =>
  paths.map((path) => ({ path, noSession: null, noAvatar: null, ready: null }));

/** The host's own decisions; a feature's own redirects are not tested here. */
const rows: Row[] = [
  ...memberRoutes(
    '/',
    '/chat',
    '/channels',
    '/channels/me',
    '/channels/me/c1?x=1',
    '/contacts',
    '/contacts/new',
    '/calls',
    '/channels/create',
    '/channels/recommend',
    '/channels/recommend/s1',
    '/channels/setting/s1',
    '/channels/invite/s1',
    '/channels/s1',
    '/channels/s1/c1',
    '/ai',
    '/ai/create',
    '/ai/voice',
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
    '/admin/people',
    '/somebody',
  ),
  ...publicRoutes(
    '/airdrop/square',
    '/airdrop/a1/info',
    '/airdrop/a1/sinfo',
    '/slap',
    '/home',
    '/privacy-policy',
    '/tester',
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
    redirects: true,
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
function pathAndQuery(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  return `${pathname.replace(/^\/chat(?=\/|$)/, '').replace(/\/$/, '') || '/'} ${[...searchParams].map((pair) => pair.join('=')).join('&')}`;
}

async function visitRoutes(
  { page }: Person,
  url: string,
  sessionState: SessionState,
  walked: readonly Row[],
): Promise<void> {
  for (const row of walked) {
    const target = row[sessionState];
    if (sessionState === 'ready' && target === null && !row.redirects) continue;
    await page.goto(url.replace(/\/$/, '') + row.path, { waitUntil: 'commit' });
    if (target !== null)
      await expect
        .poll(() => pathAndQuery(page.url()), { message: `${row.path} with ${sessionState}` })
        .toBe(pathAndQuery(target));
    // Shown: it is on screen, and nothing of it is missing.
    await expect(page.locator('main:not([aria-busy])'), `${row.path} with ${sessionState}`).toBeVisible();
    await expect(page.getByRole('alert', { name: 'Amber' })).toHaveCount(0);
    await expect(page.getByRole('alert', { name: /^(Chats|Spaces|AI|Moments|Airdrop)$/ })).toHaveCount(0);
    if (target !== null || row.redirects) continue;
    const here = pathAndQuery(page.url()).split(' ')[0];
    if (row.path.startsWith('/login')) expect(here).toBe('/login');
    else expect(here, `${row.path} with ${sessionState}`).not.toBe('/login');
    if (sessionState !== 'noAvatar' || !row.path.startsWith('/settings/init')) expect(here).not.toBe('/settings/init');
  }
}

test('R9 R22 every route of the table is walked', () => {
  const walked = rows.map(({ path }) => path.split('?')[0]!);
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
  const routes = [...hostRoutes, ...Object.values(remotePlacements).flatMap(({ paths }) => paths)];
  expect(routes.filter(({ path }) => !walked.some((one) => matches(path).test(one))).map(({ path }) => path)).toEqual(
    [],
  );
});

/** The first route of each section with the same rules: who is sent away from it, and whether it leads on. */
const firstOfEachKind = rows.filter((row, index) => {
  const kindOf = ({ path, noSession, noAvatar, ready, redirects }: Row) =>
    [path.split(/[/?]/)[1], noSession === null, noAvatar === null, ready === null, redirects].join();
  return rows.findIndex((other) => kindOf(other) === kindOf(row)) === index;
});

// The rules themselves are a table with unit tests (access.test.ts).
for (const [extent, walked] of [
  ['one of each kind', firstOfEachKind],
  ['all @soak', rows],
] as const)
  test(`R9 R11 R12 routes without a session, without an avatar, and with both: ${extent}`, async ({
    newcomer,
    person,
    world,
  }) => {
    test.setTimeout(scaledTimeout(900_000));
    const [stranger, halfway, member] = [await newcomer('Stranger'), await newcomer('Halfway'), await person('Member')];
    await halfway.page.goto(world.url);
    await signIn(halfway, world.gateway);
    await expect(halfway.page).toHaveURL(/settings\/init/);
    await Promise.all([
      visitRoutes(stranger, world.url, 'noSession', walked),
      visitRoutes(halfway, world.url, 'noAvatar', walked),
      visitRoutes(member, world.url, 'ready', walked),
    ]);
    // After the profile was set up, one arrives at the page requested at first.
    await halfway.page.goto(`${world.url}login?redirect_url=/settings/about`);
    await completeProfile(halfway);
    await expect(halfway.page).toHaveURL(/\/chat\/settings\/about$/);
  });
