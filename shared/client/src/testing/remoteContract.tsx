// What the host relies on in every remote, as tests that each remote runs on itself.
import { acceptsContract } from '@amber/proto/contract';
import { renderToString } from 'react-dom/server';
import { firstValueFrom, timeout } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { Remote } from '../remote.ts';
import { fakeHost } from './fakeHost.tsx';

interface Expectations {
  /** The remote's package.json. */
  manifest: { name: string; version: string; amber: { owner: string; contract: string } };
  /** One path for each of its screens. */
  paths: readonly string[];
  /** Those of them that are shown without a session too. */
  publicPaths?: readonly string[];
}

const answersWithin = 1_000;

/** Registers the tests. */
export function remoteContract(remote: Remote, { manifest, paths, publicPaths = [] }: Expectations): void {
  describe(`R154 the contract of ${manifest.name}`, () => {
    test('R154 its package says who owns it, which version it is, and that it works with this host', () => {
      expect(manifest.name).toMatch(/^@amber\/remote-[a-z][a-z0-9]*$/i);
      expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(manifest.amber.owner).not.toBe('');
      expect(acceptsContract(manifest.amber.contract)).toBe(true);
    });

    test('R154 it exports title, icon, badge$ and Routes, perhaps loadWords, and nothing else', () => {
      const optional = new Set(['loadWords']);
      const names = Object.keys(remote).filter((name) => !optional.has(name));
      expect(names.sort()).toEqual(['Routes', 'badge$', 'icon', 'title']);
      expect(remote.title.trim()).toBe(remote.title);
      expect(remote.title.length).toBeGreaterThan(0);
      expect(remote.title.length).toBeLessThanOrEqual(12); // what the navigation has room for
    });

    test('R154 its icon is drawn in the current colour, in 24 pixels, and is not read out', () => {
      const Icon = remote.icon;
      const drawn = renderToString(<Icon />);
      expect(drawn).toMatch(/^<svg [^>]*width="24" height="24"/);
      expect(drawn).toContain('currentColor');
      expect(drawn).toContain('aria-hidden="true"');
    });

    test.each([
      ['nobody', null],
      ['somebody', {}],
    ] as const)('R154 its badge tells a count at once, with %s signed in', async (_, session) => {
      await fakeHost({ session });
      const count = await firstValueFrom(remote.badge$.pipe(timeout(answersWithin)));
      expect(Number.isInteger(count) && count >= 0).toBe(true);
      if (session === null) expect(count).toBe(0);
    });

    test.each(paths)('R154 it draws %s inside the frame, which has the landmark `main` already', async (path) => {
      const drawn = await (await fakeHost({})).render(remote.Routes, path);
      expect(drawn).not.toBe('');
      expect(drawn).not.toContain('<main');
    });

    test.each([...publicPaths])('R154 it draws %s for a visitor, with a landmark of its own', async (path) => {
      expect(await (await fakeHost({ session: null })).render(remote.Routes, path)).toContain('<main');
    });
  });
}
