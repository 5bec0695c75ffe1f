// The tests of what the host relies on; each remote runs them on itself.
import { acceptsContract } from '@amber/proto/contract';
import { type PlacementManifest, placementOf } from '@amber/proto/placementManifest';
import { placementError } from '@amber/proto/placementRules';
import { isPathMatch } from '@amber/proto/pathRouting';
import { seedPathOwners } from '@amber/proto/seedPlacements';
import { firstValueFrom, timeout } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { Remote } from '../remote.ts';
import { fakeHost } from './fakeHost.tsx';

interface Expectations {
  /** The remote's package.json. */
  manifest: { name: string; version: string; amber: { owner: string; contract: string } };
  /** Its amber-remote.json. */
  place: PlacementManifest;
  /** One path for each of its screens. */
  paths: readonly string[];
  /** Those of `paths` that are also shown without a session. */
  publicPaths?: readonly string[];
}

const badgeTimeout = 1_000;

/** Registers the contract's tests. */
export function remoteContract(remote: Remote, { manifest, place, paths, publicPaths = [] }: Expectations): void {
  describe(`R154 the contract of ${manifest.name}`, () => {
    test('R154 its package says who owns it, which version it is, and that it works with this host', () => {
      expect(manifest.name).toMatch(/^@amber\/remote-[a-z][a-z0-9]*$/i);
      expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(manifest.amber.owner).not.toBe('');
      expect(acceptsContract(manifest.amber.contract)).toBe(true);
    });

    test('R154 it exports badge$ and Routes, perhaps Settings, Tabs, news and loadWords, and nothing else', () => {
      const optional = new Set(['loadWords', 'news', 'Settings', 'Tabs']);
      const names = Object.keys(remote).filter((name) => !optional.has(name));
      expect(names.sort()).toEqual(['Routes', 'badge$']);
    });

    const name = manifest.name.replace('@amber/remote-', '');
    const placement = placementOf(place);

    test('R205 its place can be given to it, and has its section of the settings, its tabs and its words for news where there are some', () => {
      // An operator assigns a remote its own path prefix together with its first deploy token.
      const pathOwners = seedPathOwners.some(({ remote: owner }) => owner === name)
        ? seedPathOwners
        : [...seedPathOwners, { pattern: name, remote: name }];
      expect(placementError(name, placement, { pathOwners, takenTitles: new Set() })).toBeNull();
      expect(placement.settings).toBe(remote.Settings !== undefined);
      expect(placement.tabs.map(({ on }) => on).sort()).toEqual(Object.keys(remote.Tabs ?? {}).sort());
      expect(placement.news.toSorted()).toEqual(Object.keys(remote.news ?? {}).sort());
      expect(Object.keys(place.paths)).toEqual(expect.arrayContaining([...(place.filling ?? [])]));
    });

    test.each(paths)('R205 its place has the path %s', (path) => {
      expect(placement.paths.some((row) => isPathMatch(row.path, path))).toBe(true);
    });

    test.each([
      ['nobody', null],
      ['somebody', {}],
    ] as const)('R154 its badge tells a count at once, with %s signed in', async (_, session) => {
      await fakeHost({ session });
      const count = await firstValueFrom(remote.badge$.pipe(timeout(badgeTimeout)));
      expect(Number.isInteger(count) && count >= 0).toBe(true);
      if (session === null) expect(count).toBe(0);
    });

    test.each(paths)('R154 it draws %s inside the frame, which has the landmark `main` already', async (path) => {
      const html = await (await fakeHost({})).render(remote.Routes, path);
      expect(html).not.toBe('');
      expect(html).not.toContain('<main');
    });

    test.each([...publicPaths])('R154 it draws %s for a visitor, with a landmark of its own', async (path) => {
      expect(await (await fakeHost({ session: null })).render(remote.Routes, path)).toContain('<main');
    });
  });
}
