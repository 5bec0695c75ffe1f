// A remote in a separate folder, and the release tool that its team runs there.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractVersion } from '@amber/proto/contract';
import type { PlacementManifest } from '@amber/proto/placementManifest';
import { root, run } from '../../tools/run.ts';

const config = `import { remote } from '../../tools/rspack/remote.ts';\nexport default remote(import.meta.dirname);\n`;

/** A minimal remote. */
export const workingSource = `import { of } from 'rxjs';
export default { badge$: of(0), Routes: () => null };
`;
/** A remote that fails as soon as it is loaded. */
export const brokenSource = `${workingSource}throw new Error('broken on purpose');\n`;

export interface RemoteFolder {
  /** Writes the remote's source, and its version into its package.json. */
  write(version: string, source: string, contract?: string): Promise<void>;
  /** Writes the remote's placement in the host. */
  writePlaceManifest(manifest: PlacementManifest): Promise<void>;
  /** Runs the release tool as npm does in that folder; resolves to its output. */
  release(...args: string[]): Promise<{ status: number; output: string }>;
  /** The same with changes to the environment. */
  releaseWith(changes: Record<string, string>, ...args: string[]): Promise<{ status: number; output: string }>;
  remove(): Promise<void>;
}

/**
 * Creates a folder two levels below the root, like every remote's, so that its build finds the presets and the
 * packages.
 */
export async function createRemoteFolder(remote: string, environment: Record<string, string>): Promise<RemoteFolder> {
  await mkdir(join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist', `${remote}-`));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'rspack.config.ts'), config);
  const packageFile = join(folder, 'package.json');
  const releaseWith: RemoteFolder['releaseWith'] = (changes, ...args) =>
    run(process.execPath, [join(root, 'tools', 'release.ts'), ...args], {
      cwd: folder,
      quiet: true,
      env: { npm_package_json: packageFile, ...environment, ...changes },
    });
  return {
    async write(version, source, contract = `^${contractVersion}`) {
      await writeFile(
        packageFile,
        JSON.stringify({
          name: `@amber/remote-${remote}`,
          version,
          type: 'module',
          amber: { owner: 'tests', contract },
        }),
      );
      await writeFile(join(folder, 'src', 'remote.tsx'), source);
    },
    writePlaceManifest: (manifest) => writeFile(join(folder, 'amber-remote.json'), JSON.stringify(manifest)),
    release: (...args) => releaseWith({}, ...args),
    releaseWith,
    remove: () => rm(folder, { recursive: true }),
  };
}
