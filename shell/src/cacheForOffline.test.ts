// @vitest-environment happy-dom
import { BehaviorSubject } from 'rxjs';
import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Federation } from './federation/createFederation.ts';

const cacheFiles = vi.fn();
vi.mock('./kit/offline.ts', () => ({ startOffline: async () => cacheFiles }));
const sealing = 'https://amber.example/chat/assets/sealing.01234567.js';
vi.mock('@amber/client/hostEngine', () => ({ engine: { loadedFiles: async () => [sealing] } }));
const { cacheForOffline } = await import('./cacheForOffline.ts');

const release = { '/chat/remotes/chat/1.0.0/remoteEntry.js': 'sha384-entry' };
const opened = expect.arrayContaining([sealing, expect.stringMatching(/\/chat\/engine\.js$/)]);
let visits = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A visit over this connection until the browser was idle. The pages of earlier visits are still open. */
async function visit(connection?: { saveData?: boolean; type?: string }) {
  vi.stubGlobal('navigator', { connection });
  const details = { url: `/chat/registry/${(visits += 1)}.json`, integrity: 'sha384-details' };
  const files = { [details.url]: details.integrity, ...release };
  const cached = () => cacheFiles.mock.calls.filter(([some]) => details.url in some);
  await cacheForOffline({
    registry$: new BehaviorSubject({ offers: [{ remote: 'chat' }], details }),
    optedOut$: new BehaviorSubject([]),
    loadDetails: async () => true,
    releasesOf: () => [{ version: '1.0.0' }],
    filesOf: () => release,
  } as unknown as Federation);
  await vi.advanceTimersByTimeAsync(limits.cacheRestAfter - 1);
  expect(cached()).toEqual([[files, opened]]);
  await vi.advanceTimersByTimeAsync(2_000);
  return { files, cached };
}

test('a release whose files the gateway does not list is left out, and the rest is cached', async () => {
  vi.stubGlobal('navigator', {});
  const details = { url: '/chat/registry/tested.json', integrity: 'sha384-details' };
  await cacheForOffline({
    registry$: new BehaviorSubject({ offers: [{ remote: 'chat' }, { remote: 'tested' }], details }),
    optedOut$: new BehaviorSubject([]),
    loadDetails: async () => true,
    releasesOf: () => [{ version: '1.0.0' }],
    filesOf: (remote: string) => (remote === 'chat' ? release : undefined),
  } as unknown as Federation);
  await vi.advanceTimersByTimeAsync(1);
  expect(cacheFiles).toHaveBeenCalledWith({ [details.url]: details.integrity, ...release }, opened);
});

test.each([undefined, {}, { type: 'wifi', saveData: false }])(
  'R256 what was opened is cached at once, and the rest when idle (%j)',
  async (connection) => {
    const { files, cached } = await visit(connection);
    expect(cached()).toEqual([
      [files, opened],
      [files, undefined],
    ]);
  },
);

test.each([{ saveData: true }, { type: 'cellular' }, { type: 'wifi', saveData: true }])(
  'R256 nothing is fetched in advance where data may cost (%j); what is opened later is cached when the page is left',
  async (connection) => {
    const { files, cached } = await visit(connection);
    expect(cached()).toHaveLength(1);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(cached()).toEqual([
      [files, opened],
      [files, opened],
    ]);
  },
);
