// Builds a release of today's template as a remote, which later hosts must still run.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplate } from '../../tools/copyTemplate.ts';
import { generateRemoteWords } from '../../tools/kit/ownRepository.ts';
import { remote } from '../../tools/rspack/remote.ts';
import type { Release } from '../../tools/rspack/releaseFile.ts';
import { root } from '../../tools/run.ts';
import type { ArchivedRelease } from '../archivedReleases/archivedReleases.ts';
import { compile } from './fixtureRelease.ts';

interface TemplateRelease {
  name: string;
  version: string;
  /** The title of its page. */
  title: string;
}

/** The name, the version and the page's title differ from the template. */
export async function buildTemplateRelease({ name, version, title }: TemplateRelease): Promise<ArchivedRelease> {
  // Below the root, so that its build finds the packages.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const parent = mkdtempSync(join(root, 'dist', `${name}-`));
  const folder = join(parent, name);
  try {
    copyTemplate(join(root, 'remotes', 'template'), folder, name);
    const texts = join(folder, 'src/words/en.json');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace(/("title": )"[^"]*"/, `$1"${title}"`));
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
