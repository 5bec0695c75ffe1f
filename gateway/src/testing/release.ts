// Publishes tiny releases for tests.
import { randomBytes } from 'node:crypto';
import type { Api, SharedPackage } from '@amber/proto';
import { integrityOf } from '../rollout/uploads.ts';

/** An unused version. */
export const newVersion = (): string => `1.0.0-${randomBytes(6).toString('hex')}`;

interface TinyRelease {
  remote?: string;
  version?: string;
  share?: number;
  notes?: string;
  contract?: string;
  deployToken?: string;
  script?: string;
  builtWith?: SharedPackage[];
}

/** The upload and the release of a remote with one file. */
export function tinyRelease({
  remote = 'template',
  version = newVersion(),
  share = 0,
  notes = '',
  contract = '^1',
  deployToken = '',
  script = `/* ${version} */`,
  builtWith = [],
}: TinyRelease = {}) {
  const data = Buffer.from(script);
  const path = 'remoteEntry.js';
  return {
    file: { remote, version, path, data, deployToken },
    release: {
      remote,
      version,
      contract,
      owner: 'tests',
      entry: path,
      files: [{ url: path, integrity: integrityOf(data) }],
      notes,
      share,
      deployToken,
      builtWith,
    },
  };
}

/** Uploads and publishes a release of one file; returns its version. */
export async function publishRelease(api: Api, options: TinyRelease = {}): Promise<string> {
  const { file, release } = tinyRelease(options);
  await api.rollout.upload(file);
  await api.rollout.publish(release);
  return release.version;
}
