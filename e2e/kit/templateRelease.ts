// Builds a release of today's template as a remote, which later hosts must still run.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractVersion } from '@amber/proto/contract';
import { copyTemplate } from '../../tools/copyTemplate.ts';
import { generateRemoteWords } from '../../tools/kit/ownRepository.ts';
import { remote } from '../../tools/rspack/remote.ts';
import type { Release } from '../../tools/rspack/releaseFile.ts';
import { root } from '../../tools/run.ts';
import type { KeptRelease } from '../keptReleases/keptReleases.ts';
import { compile } from './fixtureRelease.ts';

interface TemplateRelease {
  name: string;
  version: string;
  /** The title of its page. */
  title: string;
}

/** Only the page's title differs from the template. */
export async function buildTemplateRelease({ name, version, title }: TemplateRelease): Promise<KeptRelease> {
  // Below the root, so that its build finds the packages.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const parent = mkdtempSync(join(root, 'dist', `${name}-`));
  const folder = join(parent, name);
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')));
  try {
    copyTemplate(join(root, 'remotes', 'template'), folder, name);
    change('package.json', (text) => {
      const manifest = JSON.parse(text) as { amber: object };
      return JSON.stringify({ ...manifest, amber: { ...manifest.amber, contract: `^${contractVersion}` } });
    });
    change('src/words/en.json', (text) => text.replace(/("title": )"[^"]*"/, `$1"${title}"`));
    generateRemoteWords(folder);
    const path = join(folder, 'dist');
    await compile(remote(folder, { version, path }));
    const manifest = JSON.parse(readFileSync(join(path, 'amber-remote.json'), 'utf8')) as Release;
    return {
      manifest,
      files: Object.fromEntries(
        Object.keys(manifest.files).map((file) => [file, readFileSync(join(path, file), 'utf8')]),
      ),
    };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
