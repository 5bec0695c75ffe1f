import { events$ } from '@amber/client/hostEngine';
import type { Remote } from '@amber/client/remote';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { failureKinds } from '@amber/proto/releaseFailures';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import { loadOnce } from '@amber/ui/loadShared';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownedPath } from './choose/possiblePlacements.ts';
import { offersOf } from './choose/offers.ts';
import { LoadError } from './load/loadError.ts';
import {
  fakeBrowser,
  fakeFederation,
  offer,
  registryOf,
  release,
  releaseDetails,
  session,
} from './testing/fakeFederation.ts';

type Tab = ReturnType<typeof fakeFederation>;

/** A failure as the chunk loader or the runtime throws it; any other type is the remote's own. */
function thrown(type: string): unknown {
  if (type === 'error' || type === 'timeout' || type === 'missing')
    return new LoadError(type, '/chat/remotes/chat/3/x.js');
  if (type === 'CSS_CHUNK_LOAD_FAILED') return Object.assign(new Error('css'), { code: type, request: '/x.css' });
  return new Error('its own');
}
const fail = (tab: Tab, version: string, type = 'error') =>
  tab.loading.set(version, () => Promise.reject(thrown(type)));
const details = { remotes: [{ remote: 'chat', offered: [], previous: [releaseDetails('1'), releaseDetails('0')] }] };

let tab: Tab;
beforeEach(() => {
  tab = fakeFederation();
});

describe('R155 the order of fallback', () => {
  it('tries the candidate, the stable one and the previous one, each once', async () => {
    expect(await tab.loaded()).toBe('3');
    const other = fakeFederation();
    for (const version of ['3', '2']) fail(other, version);
    expect(await other.loaded()).toBe('1');
    expect(await other.loaded()).toBe('1');
    expect(other.loads).toEqual(['3', '2', '1']);
    expect(other.order()).toEqual(['1']);
  });

  it('knows the releases before the previous one with the details', async () => {
    for (const version of ['3', '2', '1']) fail(tab, version);
    expect(await tab.loaded()).toBeUndefined();
    expect(await tab.federation.loadDetails()).toBe(false);
    tab.details = details;
    expect(await tab.federation.loadDetails()).toBe(true);
    expect(await tab.loaded()).toBe('0');
  });

  it('passes over what is not in the share, and what needs another host', () => {
    expect(fakeFederation({ registry: registryOf([offer({ share: 0 })]) }).order()).toEqual(['2', '1']);
    const newer = offer({ candidate: release('3', 'chat', { contract: '^999' }) });
    expect(fakeFederation({ registry: registryOf([newer]) }).order()).toEqual(['2', '1']);
  });

  it('goes on in the order of the newest registry at the next visit', async () => {
    expect(await tab.loaded()).toBe('3');
    tab.federation.registry$.next(registryOf([offer({ candidate: release('4') })], 2));
    expect(await tab.loaded()).toBe('4');
    expect(tab.federation.loadedRelease('chat', release('3'))).toBeDefined();
  });

  it('loads nothing without the hash of its entry', async () => {
    const registry = registryOf([offer({ candidate: release('3', 'chat', { integrity: 'sha384-x' }) })]);
    const other = fakeFederation({ registry });
    expect(await other.loaded()).toBe('2');
    expect(other.loads).toEqual(['2']);
    expect(other.reported()).toContain('3 error missing');
  });

  it('gives a failed one another chance when the user asks for it', async () => {
    fail(tab, '3');
    expect(await tab.loaded()).toBe('2');
    tab.loading.clear();
    tab.federation.tryAgain('chat');
    expect(await tab.loaded()).toBe('3');
  });

  it('reads the file once more where it is there after all, and not after a time-out', async () => {
    tab.isRefetchable = true;
    fail(tab, '3', 'timeout');
    fail(tab, '2', 'error');
    expect(await tab.loaded()).toBe('1');
    expect(tab.loads).toEqual(['3', '2', '2', '1']);
  });

  it('shows what runs: its title and its entries, also where it has failed; access is the strictest of all', async () => {
    const [first, ...others] = release('2').place!.paths;
    const open = release('3', 'chat', { place: { ...release('3').place!, paths: [{ ...first!, access: 'public' }] } });
    const two = fakeFederation({ registry: registryOf([offer({ candidate: open })]) });
    expect(others.length).toBeGreaterThan(0);
    expect(two.federation.placementOf('chat')!.paths).toHaveLength(1);
    expect(ownedPath('/', two.federation.placements())).toMatchObject({ feature: 'chat', access: 'members' });
    fail(two, '3');
    await two.loaded();
    expect(two.federation.placementOf('chat')!.paths).toHaveLength(others.length + 1);
    expect(ownedPath('/', two.federation.placements())).toMatchObject({ access: 'members' });
    for (const version of ['2', '1']) fail(two, version);
    await two.loaded();
    expect([two.federation.titleOf('chat'), two.federation.offeredFeatures()]).toEqual(['Chats', ['chat']]);
  });
});

describe('R155 which release is at fault', () => {
  it.each(['error', 'timeout', 'missing', 'CSS_CHUNK_LOAD_FAILED', 'thrown'] as const)(
    'the one that was asked for, with the reason %s, once',
    async (type) => {
      fail(tab, '3', type);
      expect(await tab.loaded()).toBe('2');
      expect(await tab.loaded()).toBe('2');
      expect(tab.reported()).toEqual(['3 load', `3 ${failureKinds[type]} ${type}`, '2 load']);
      expect(tab.federation.reportIdOf('chat')).toMatch(/^[0-9a-f]{8}$/);
    },
  );

  it('one without a remote in it', async () => {
    tab.loading.set('3', async () => null);
    expect(await tab.loaded()).toBe('2');
    expect(tab.reported()).toContain('3 error missing');
  });

  it('one that fails on screen, which is not loaded again; the next one is', async () => {
    await tab.loaded();
    tab.federation.reportReady('chat', release('3'));
    tab.federation.quarantineRelease('chat', release('3'), 'hung');
    tab.federation.quarantineRelease('chat', release('3'), 'thrown');
    expect(tab.reported()).toEqual(['3 load', '3 ready', '3 crash hung']);
    expect(await tab.loaded()).toBe('2');
  });

  it('R210 and what other remotes have got of it is loaded anew: its files may be missing', async () => {
    const load = () => loadOnce('conversation 1', async () => ({ of: 'ai' }));
    await loadOnce('conversation 1', async () => ({ of: 'chat' }));
    expect(await load()).toEqual({ of: 'chat' });
    tab.federation.quarantineRelease('chat', release('3'), 'error');
    expect(await load()).toEqual({ of: 'ai' });
  });

  it('of two remotes the one that has failed', async () => {
    const ai = offer({ remote: 'ai', candidate: null, stable: release('2', 'ai'), previous: null });
    const two = fakeFederation({ registry: registryOf([offer(), ai]) });
    two.federation.quarantineRelease('ai', release('2', 'ai'), 'thrown');
    expect([two.order('ai'), two.order('chat')]).toEqual([[], ['3', '2', '1']]);
    expect([two.federation.reportIdOf('chat'), two.federation.reportIdOf('ai')]).toEqual([
      undefined,
      expect.anything(),
    ]);
  });

  it('the one that is named by the address of a file that did not come; a file of the host is nobody’s', () => {
    const toasts: string[] = [];
    const subscription = events$.subscribe((event) => event.type === 'toast' && toasts.push(event.text));
    const lost = (request: string) => tab.federation.reportLostChunk(new LoadError('error', request));
    lost('http://here/chat/remotes/chat/2/assets/later.js');
    lost('http://here/chat/remotes/chat/2/assets/later.js');
    lost('http://here/chat/assets/landing.js');
    tab.federation.reportLostChunk(new Error('no file'));
    tab.federation.reportLostChunk('nothing');
    subscription.unsubscribe();
    expect(tab.reported()).toEqual(['2 error error']);
    expect(toasts).toHaveLength(3);
    expect(toasts[0]).toContain('Chats');
    // It was a part of it: the rest goes on.
    expect(tab.order()).toEqual(['3', '2', '1']);
  });

  it('in every tab and after a reload', async () => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    const [one, other] = [fakeFederation({ browser, tabStorage }), fakeFederation({ browser })];
    fail(one, '3');
    await one.loaded();
    expect([other.order(), fakeFederation({ tabStorage }).order()]).toEqual([
      ['2', '1'],
      ['2', '1'],
    ]);
    other.federation.tryAgain('chat');
    expect(one.order()).toEqual(['3', '2', '1']);
  });

  it('also while another tab is still loading it: what has come stays on screen', async () => {
    const browser = fakeBrowser();
    const [one, other] = [fakeFederation({ browser }), fakeFederation({ browser })];
    let arrive!: (remote: Remote) => void;
    other.loading.set('3', () => new Promise((resolve) => (arrive = resolve)));
    const waiting = other.federation.loadRelease('chat', release('3'));
    fail(one, '3');
    await one.loaded();
    arrive({} as Remote);
    await waiting;
    expect(other.federation.loadedRelease('chat', release('3'))).toBeDefined();
    expect(await other.loaded()).toBe('2');
  });
});

describe('R192 opting out of a version', () => {
  it('takes the one before from the next visit on, and leads back', async () => {
    expect(offersOf(tab.federation)).toMatchObject([{ version: '3', previous: '2', isPrevious: false }]);
    tab.federation.optOutOf('chat', '3');
    expect(tab.order()).toEqual(['2', '1', '3']);
    expect(offersOf(tab.federation)).toMatchObject([{ version: '2', previous: null, isPrevious: true }]);
    expect(await tab.loaded()).toBe('2');
    tab.federation.optOutOf('chat', undefined);
    expect(tab.order()).toEqual(['3', '2', '1']);
  });

  it('is the last resort all the same', async () => {
    tab.federation.optOutOf('chat', '3');
    for (const version of ['2', '1']) fail(tab, version);
    expect(await tab.loaded()).toBe('3');
  });

  it('ends with a newer version', () => {
    tab.federation.optOutOf('chat', '3');
    tab.federation.registry$.next(registryOf([offer({ candidate: release('4') })], 2));
    expect(tab.order()).toEqual(['4', '2', '1']);
  });

  it('is of the version that the user saw, and a newer one is offered again, with a way back of its own', () => {
    tab.federation.optOutOf('chat', '3');
    tab.federation.registry$.next(
      registryOf([offer({ candidate: release('4'), stable: release('3'), previous: release('2') })], 2),
    );
    expect(offersOf(tab.federation)).toMatchObject([{ version: '4', previous: '2', isPrevious: false }]);
    // The version that the user has left stays the last resort.
    expect(tab.order()).toEqual(['4', '2', '3']);
    tab.federation.optOutOf('chat', '4');
    expect(tab.order()).toEqual(['3', '2', '4']);
    expect(offersOf(tab.federation)).toMatchObject([{ version: '3', previous: null, isPrevious: true }]);
    // An opt-out of a version that is no longer offered changes nothing.
    tab.federation.registry$.next(
      registryOf([offer({ candidate: release('5'), stable: release('5'), previous: release('3') })], 3),
    );
    expect([tab.order(), offersOf(tab.federation)]).toMatchObject([['5', '3'], [{ version: '5', isPrevious: false }]]);
  });

  it('of one feature leaves the others as they are', () => {
    const ai = offer({ remote: 'ai', candidate: null, stable: release('2', 'ai'), previous: release('1', 'ai') });
    const two = fakeFederation({ registry: registryOf([offer(), ai]) });
    two.federation.optOutOf('chat', '3');
    two.federation.optOutOf('ai', '2');
    two.federation.optOutOf('ai', undefined);
    expect([two.order('chat'), two.order('ai')]).toEqual([
      ['2', '1', '3'],
      ['2', '1'],
    ]);
  });

  it('is the account’s, in all tabs, and outlives the page', () => {
    const browser = fakeBrowser();
    const [one, other] = [fakeFederation({ browser }), fakeFederation({ browser })];
    const changes: number[] = [];
    other.federation.changes$.subscribe(() => changes.push(other.order().length));
    changes.length = 0;
    one.federation.optOutOf('chat', '3');
    expect(changes).toHaveLength(1);
    expect([other.order(), fakeFederation({ browser }).order()]).toEqual([
      ['2', '1', '3'],
      ['2', '1', '3'],
    ]);
    one.session$.next(session('bob'));
    expect(one.order()).toEqual(['3', '2', '1']);
    one.session$.next(session('alice'));
    expect(one.order()).toEqual(['2', '1', '3']);
  });

  it('holds until the page is closed where the browser keeps nothing', () => {
    const browser = fakeBrowser();
    browser.stored.set = () => {
      throw new Error('full');
    };
    const one = fakeFederation({ browser });
    one.federation.optOutOf('chat', '3');
    expect([one.order(), fakeFederation({ browser }).order()]).toEqual([
      ['2', '1', '3'],
      ['3', '2', '1'],
    ]);
  });
});

describe('R155 being offline', () => {
  it('is no fault of a release: it has another chance when the network is back', async () => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    const [one, other] = [fakeFederation({ browser, tabStorage }), fakeFederation({ browser })];
    browser.isOnline = false;
    for (const version of ['3', '2', '1']) fail(one, version);
    expect(await one.loaded()).toBeUndefined();
    expect(one.reported()).toEqual(['3 load', '2 load', '1 load']);
    expect([other.order(), fakeFederation({ tabStorage }).order()]).toEqual([
      ['3', '2', '1'],
      ['3', '2', '1'],
    ]);
    // It is shown as what it is: offered, and not to be had now.
    expect(one.federation.offeredFeatures()).toEqual(['chat']);
    one.loading.clear();
    browser.isOnline = true;
    browser.back$.next();
    expect(await one.loaded()).toBe('3');
  });

  it('takes what is there: a release before the one that did not come', async () => {
    const browser = fakeBrowser();
    browser.isOnline = false;
    const one = fakeFederation({ browser });
    fail(one, '3');
    expect(await one.loaded()).toBe('2');
    browser.back$.next();
    expect(one.order()).toEqual(['3', '2', '1']);
  });

  it('blames no release after a reload either: its load had failed, and had not frozen the tab', async () => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    browser.isOnline = false;
    const one = fakeFederation({ browser, tabStorage });
    for (const version of ['3', '2', '1']) fail(one, version, 'timeout');
    await one.loaded();
    const reloaded = fakeFederation({ browser, tabStorage });
    expect([reloaded.order(), reloaded.reported()]).toEqual([['3', '2', '1'], []]);
  });

  it('is no fault of a release whose part does not come: it says so, and counts once the network is back', () => {
    const browser = fakeBrowser();
    browser.isOnline = false;
    const one = fakeFederation({ browser });
    const toasts: string[] = [];
    const subscription = events$.subscribe((event) => event.type === 'toast' && toasts.push(event.text));
    const lose = () =>
      one.federation.reportLostChunk(new LoadError('error', 'http://here/chat/remotes/chat/3/later.js'));
    lose();
    expect([toasts.length, one.reported()]).toEqual([1, []]);
    browser.isOnline = true;
    lose();
    expect([toasts.length, one.reported()]).toEqual([2, ['3 error error']]);
    subscription.unsubscribe();
  });

  it.each(['hung', 'some other crash'])('excuses no release that has failed on screen: %s', async (type) => {
    const browser = fakeBrowser();
    browser.isOnline = false;
    const one = fakeFederation({ browser });
    await one.loaded();
    one.federation.quarantineRelease('chat', release('3'), type);
    browser.back$.next();
    expect(one.order()).toEqual(['2', '1']);
    expect(one.reported()).toEqual(['3 load', `3 crash ${type}`]);
  });

  it.each(['missing', 'thrown'])('excuses no failure of its own: %s', async (type) => {
    const browser = fakeBrowser();
    browser.isOnline = false;
    const one = fakeFederation({ browser });
    fail(one, '3', type);
    expect(await one.loaded()).toBe('2');
    browser.back$.next();
    expect(one.order()).toEqual(['2', '1']);
    expect(one.reported()).toContain(`3 ${type === 'missing' ? 'error' : 'crash'} ${type}`);
  });

  it('goes on with the registry that there is', async () => {
    expect(await tab.federation.loadDetails()).toBe(false);
    await tab.federation.localizeTitles();
    expect(tab.federation.titleOf('chat')).toBe('Chats');
    expect(await tab.loaded()).toBe('3');
  });
});

describe('titles in a language that the page’s registry does not have', () => {
  const titled = (version: string, title: string) => ({
    ...releaseDetails(version),
    place: { ...seedPlacementOf('chat')!, titles: [{ language: 'en', text: title }] },
  });

  it('come from the details, also for the beta, and stay when the offer changes', async () => {
    const one = fakeFederation({ registry: registryOf([offer({ beta: release('4'), betaShare: 100 })]) });
    one.details = {
      remotes: [{ remote: 'chat', offered: [titled('3', 'Gespräche'), titled('4', 'Plausch')], previous: [] }],
    };
    await one.federation.localizeTitles();
    expect(one.federation.titleOf('chat')).toBe('Gespräche');
    await one.federation.joinBeta('chat', true);
    expect(one.federation.titleOf('chat')).toBe('Plausch');
    await one.federation.joinBeta('chat', false);
    expect(one.federation.titleOf('chat')).toBe('Gespräche');
  });
});

describe('R255 a release that freezes the tab', () => {
  /** What is on screen, up to the step at which the tab freezes. */
  async function freeze(first: Tab, step: 'loading' | 'mounting') {
    if (step === 'loading') first.loading.set('3', () => new Promise(() => {}));
    const loaded = first.loaded();
    if (step === 'loading') return;
    await loaded;
    first.federation.beginMounting('chat', release('3'));
  }

  it.each(['loading', 'mounting'] as const)('while %s: it is not shown after a reload, and reported', async (step) => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    await freeze(fakeFederation({ browser, tabStorage }), step);
    const reloaded = fakeFederation({ browser, tabStorage });
    expect(reloaded.order()).toEqual(['2', '1']);
    expect(reloaded.reported()).toEqual(['3 load', '3 crash frozen']);
    expect(await reloaded.loaded()).toBe('2');
    // It is reported once.
    expect(fakeFederation({ browser, tabStorage }).reported()).toEqual([]);
  });

  it('is recognised by another tab when no tab can still be mounting it', async () => {
    const browser = fakeBrowser();
    await freeze(fakeFederation({ browser }), 'mounting');
    expect(fakeFederation({ browser }).order()).toEqual(['3', '2', '1']);
    browser.now += 2 * limits.mountTimeout + 1;
    expect(fakeFederation({ browser }).reported()).toEqual(['3 load', '3 crash frozen']);
  });

  it.each<[string, (tab: Tab) => void]>([
    ['is on screen', ({ federation }) => federation.reportReady('chat', release('3'))],
    ['fails', ({ federation }) => federation.endMounting('chat', release('3'))],
    ['is left, or hidden', ({ federation }) => federation.endAllMounting()],
  ])('is none that %s', async (_, end) => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    const first = fakeFederation({ browser, tabStorage });
    await freeze(first, 'mounting');
    end(first);
    expect(fakeFederation({ browser, tabStorage }).order()).toEqual(['3', '2', '1']);
  });

  it('is not marked again once it has been on screen', async () => {
    const browser = fakeBrowser();
    const tabStorage = new Map<string, string>();
    const first = fakeFederation({ browser, tabStorage });
    await freeze(first, 'mounting');
    first.federation.reportReady('chat', release('3'));
    first.federation.beginMounting('chat', release('3'));
    expect(fakeFederation({ browser, tabStorage }).order()).toEqual(['3', '2', '1']);
  });
});

describe('R255 an error in an event handler', () => {
  const thrownAt = (...urls: string[]) =>
    Object.assign(new Error('no'), { stack: ['Error: no', ...urls.map((url) => `    at f (${url}:1:2)`)].join('\n') });
  const file = (version: string) => `https://here/chat/remotes/chat/${version}/assets/1.js`;

  it('counts once against the release whose files its stack names first', () => {
    const { reportHandlerError } = tab.federation;
    reportHandlerError(thrownAt('https://here/chat/main.js', file('3'), file('2')));
    reportHandlerError(thrownAt(file('3')));
    expect(tab.reported()).toEqual(['3 crash thrown']);
    // The rest of it goes on.
    expect(tab.order()).toEqual(['3', '2', '1']);
  });

  it('R157 tells where it is in the release’s files, as one of a render and of a script does', async () => {
    tab.federation.reportHandlerError(thrownAt('https://here/chat/main.js', file('3'), file('2')));
    tab.federation.quarantineRelease('chat', release('2'), 'thrown', thrownAt(file('2'), file('3')));
    tab.loading.set('1', () => Promise.reject(thrownAt(file('1'))));
    expect(await tab.loaded()).toBe('3');
    await expect(tab.federation.loadRelease('chat', release('1'))).rejects.toThrow('no');
    const place = 'assets/1.js:1:2 f';
    expect(await tab.reportedStacks()).toEqual([place, place, '', '', place]);
  });

  it('of the host, or of nobody, counts against none', () => {
    for (const thrown of [thrownAt('https://here/chat/main.js'), undefined, 'text', file('3')])
      tab.federation.reportHandlerError(thrown);
    expect(tab.reported()).toEqual([]);
  });
});

describe('R209 a tester’s link', () => {
  const link = (version = '9', remote = 'chat') => ({
    remote,
    release: release(version, remote),
    expires: fakeBrowser().now + 1_000,
  });

  it('shows its release first, in every tab of this browser and after a reload', () => {
    const browser = fakeBrowser();
    const [one, other] = [fakeFederation({ browser }), fakeFederation({ browser, account: 'bob' })];
    one.federation.startTesting('token', link());
    expect([one.order(), other.order()]).toEqual([
      ['9', '2', '1'],
      ['9', '2', '1'],
    ]);
    expect(fakeFederation({ browser }).order()).toEqual(['9', '2', '1']);
    expect(fakeFederation().order()).toEqual(['3', '2', '1']);
    other.federation.stopTesting('chat');
    expect([one.order(), fakeFederation({ browser }).order()]).toEqual([
      ['3', '2', '1'],
      ['3', '2', '1'],
    ]);
  });

  it('precedes an opt-out, and falls back to the stable release when it fails', async () => {
    tab.federation.optOutOf('chat', '9');
    tab.federation.startTesting('token', link());
    fail(tab, '9');
    expect(await tab.loaded()).toBe('2');
    expect(tab.loads).toEqual(['9', '2']);
    expect(tab.testerReported()).toEqual(['9 load', '9 error']);
    expect(tab.reported()).toEqual(['2 load']);
  });

  it('shows a feature that is offered to nobody, at its paths', () => {
    const unreleased = fakeFederation({ registry: registryOf([]) });
    unreleased.federation.startTesting('token', link('9', 'moments'));
    expect(unreleased.order('moments')).toEqual(['9']);
    expect(ownedPath('/moments', unreleased.federation.placements())).toMatchObject({ feature: 'moments' });
  });

  it('ends with the link, on time or when the gateway says so; without a network it goes on', async () => {
    const browser = fakeBrowser();
    const one = fakeFederation({ browser });
    one.federation.startTesting('token', link());
    await one.federation.recheck();
    expect(one.order()[0]).toBe('9');
    one.testerLink = () => {
      throw new Fault('TESTER_LINK');
    };
    await one.federation.recheck();
    expect(one.order()[0]).toBe('3');
    one.federation.startTesting('token', link());
    browser.now += 1_001;
    expect(fakeFederation({ browser }).order()[0]).toBe('3');
  });

  it.each([
    ['a list', [link()]],
    ['no release', { chat: { ...link(), token: 't', release: undefined } }],
    ['no version', { chat: { ...link(), token: 't', release: { ...release('9'), version: {} } } }],
    ['no token', { chat: { ...link(), token: ['t'] } }],
    ['no end', { chat: { ...link(), token: 't', expires: '9e99' } }],
    ['nothing', { chat: null }],
  ])('is forgotten if what the browser stores about it is damaged: %s', (_, stored) => {
    const browser = fakeBrowser();
    browser.stored.set('amber-testing', JSON.stringify(stored));
    const one = fakeFederation({ browser });
    expect([one.order(), one.federation.tested$.value]).toEqual([['3', '2', '1'], {}]);
  });

  it('is followed by a change when its release fails, so that the bar can name what runs instead', async () => {
    tab.federation.startTesting('token', link());
    const running: (string | undefined)[] = [];
    tab.federation.changes$.subscribe(() => running.push(tab.order()[0]));
    running.length = 0;
    fail(tab, '9');
    await tab.loaded();
    expect(running).toEqual(['2']);
    tab.federation.tryAgain('chat');
    expect(running.at(-1)).toBe('9');
  });

  it('leads to files of its own feature only', () => {
    for (const entry of ['/chat/remotes/ai/9/remoteEntry.js', 'https://elsewhere.example/x.js', ''])
      tab.federation.startTesting('token', { ...link(), release: release('9', 'chat', { entry }) });
    expect(tab.order()).toEqual(['3', '2', '1']);
  });
});

describe('R209 the beta of a feature', () => {
  const withBeta = (betaShare = 100) => registryOf([offer({ beta: release('4'), betaShare })]);

  it('is for those who have joined it, before the candidate, and within its share', async () => {
    const browser = fakeBrowser();
    const one = fakeFederation({ browser, registry: withBeta() });
    expect(one.order()).toEqual(['3', '2', '1']);
    await one.federation.joinBeta('chat', true);
    expect([one.order(), fakeFederation({ browser, registry: withBeta() }).order()]).toEqual([
      ['4', '2', '1'],
      ['4', '2', '1'],
    ]);
    expect(fakeFederation({ browser, registry: withBeta(0) }).order()).toEqual(['3', '2', '1']);
    expect(fakeFederation({ browser, account: 'bob', registry: withBeta() }).order()).toEqual(['3', '2', '1']);
    await one.federation.joinBeta('chat', false);
    expect(one.order()).toEqual(['3', '2', '1']);
  });

  it('is nothing but names in what the browser stores', () => {
    const browser = fakeBrowser();
    browser.stored.set('amber-betas:alice', JSON.stringify(['chat', { toString: 'ai' }, null, 7]));
    expect(fakeFederation({ browser, registry: withBeta() }).federation.betas$.value).toEqual(['chat']);
  });

  it('changes what is offered once when it is joined', async () => {
    const one = fakeFederation({ registry: withBeta() });
    const changes: string[] = [];
    one.federation.changes$.subscribe(() => changes.push(one.order()[0]!));
    changes.length = 0;
    await one.federation.joinBeta('chat', true);
    expect(changes).toEqual(['4']);
  });

  it('is joined on this device when another one has joined it', () => {
    const one = fakeFederation({ registry: withBeta() });
    one.betas$.next(['chat']);
    expect(one.order()).toEqual(['4', '2', '1']);
    expect(one.federation.isInBeta('chat')).toBe(true);
  });
});
