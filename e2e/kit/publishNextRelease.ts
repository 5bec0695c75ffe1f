// Builds the next version of one of the repository's remotes, and publishes it for half of the people.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@amber/gateway/testing/client';
import { remote } from '../../tools/rspack/remote.ts';
import type { Release } from '../../tools/rspack/releaseFile.ts';
import { compile } from './fixtureRelease.ts';

/**
 * Publishes with the operator's token. Nothing else of the repository is built. `sharedCode` is the version of
 * the shared packages that it claims to contain.
 */
export async function publishNextRelease(
  name: string,
  version: string,
  { url, token, sharedCode }: { url: string; token: string; sharedCode?: string },
): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'amber-next-'));
  try {
    await compile(
      remote(join(import.meta.dirname, '../../remotes', name), {
        version,
        path,
        ...(sharedCode && { sharedCode }),
      }),
    );
    const release = JSON.parse(readFileSync(join(path, 'amber-remote.json'), 'utf8')) as Release;
    const { contract, owner, entry, place, files } = release;
    for (const file of Object.keys(files)) {
      const data = readFileSync(join(path, file));
      await call(url, 'rollout.upload', { remote: name, version, path: file, data }, { token });
    }
    const published = Object.entries(files).map(([file, integrity]) => ({ url: file, integrity }));
    const request = { remote: name, version, contract, owner, entry, place, files: published, share: 50 };
    await call(url, 'rollout.publish', request, { token });
  } finally {
    rmSync(path, { recursive: true });
  }
}
