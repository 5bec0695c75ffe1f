// Builds everything that the gateway serves: the codec, the host with its engine, every remote, each by its own config,
// and the kit for teams.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildKit, writeKit } from './kit/buildKit.ts';
import { bin, root, run, printStatus, elapsedSince } from './run.ts';
import { generateWords } from './words/generate.ts';

/** Generates proto/gen and the modules of every message catalogue. */
export async function generate(): Promise<void> {
  const { status, output } = await run(process.execPath, [join(root, 'proto', 'generate.ts')], { quiet: true });
  if (status !== 0) throw new Error(`proto/generate.ts failed:\n${output}`);
  generateWords();
}

/** The packages that are built, each into its own `dist`. */
export const buildFolders = (): string[] => [
  'shell',
  ...readdirSync(join(root, 'remotes')).map((name) => join('remotes', name)),
];

/** The rspack arguments for a build that does not go into its package's `dist`. */
export const outputPathArgs = (outputRoot: string, folder: string): string[] => [
  '--output-path',
  join(outputRoot, folder, 'dist'),
];

/**
 * Builds everything; throws with the compiler's output when a build fails. `outputRoot` replaces each package's `dist`.
 */
export async function build({ outputRoot }: { outputRoot?: string } = {}): Promise<void> {
  const start = Date.now();
  printStatus('building…');
  await generate();
  const folders = buildFolders();
  // Teams install the kit from a gateway in production; its compiler runs beside the builds.
  const kit = process.env['NODE_ENV'] === 'development' ? undefined : buildKit();
  kit?.catch(() => undefined); // the failure of a build is reported first
  const results = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      ...(await run(bin('rspack'), ['build', ...(outputRoot ? outputPathArgs(outputRoot, folder) : [])], {
        cwd: join(root, folder),
        quiet: true,
      })),
    })),
  );
  for (const { folder, status, output } of results) {
    if (status !== 0) throw new Error(`${folder} did not build:\n${output}`);
  }
  // The host's build has emptied its folder by now.
  if (kit) writeKit(await kit, join(outputRoot ?? root, 'shell', 'dist', 'kit'));
  printStatus(`built ${folders.length} packages in ${elapsedSince(start)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    await build();
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
