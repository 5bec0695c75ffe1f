// `npm run dev -w remotes/NAME`: shows one remote under development in a running Amber.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contractVersion } from '@amber/proto/contract';
import { rspack } from '@rspack/core';
import { readPlacement } from './rspack/readPlacement.ts';
import { startDevServer } from './devServer.ts';
import { root, printStatus } from './run.ts';
import { generateCatalogues, watchCatalogues } from './words/generate.ts';

interface DevRemoteOptions {
  name: string;
  /** The address of a gateway with any build of the host. */
  target: string;
  port: number;
  /** The remote's folder. */
  context?: string;
}

/** Builds on every change; ready when the first build is done. @throws Error when it cannot start. */
export async function devRemote({ name, target, port, context = join(root, 'remotes', name) }: DevRemoteOptions) {
  if (!existsSync(join(context, 'src', 'remote.tsx'))) throw new Error(`There is no remote called "${name}"`);
  // The presets read it at each build.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'development';
  const { developmentRemote, developmentVersion } = await import('./rspack/remoteUnderWork.ts');
  const placement = readPlacement(context);
  const path = mkdtempSync(join(tmpdir(), `amber-dev-${name}-`));
  const server = await startDevServer({
    name,
    path,
    target,
    port,
    release: { version: developmentVersion, contract: `^${contractVersion}`, place: placement },
  });
  const catalogues = [join(context, 'src', 'words')].filter(existsSync);
  generateCatalogues(catalogues);
  const stopWatching = watchCatalogues(catalogues, printStatus);
  const compiler = rspack(developmentRemote(context, path));
  const first = Promise.withResolvers<void>();
  const watching = compiler.watch({}, (error, stats) => {
    if (error || stats?.hasErrors()) printStatus(error?.message ?? stats!.toString('errors-only'));
    else server.notifyBuilt();
    first.resolve();
  });
  await first.promise;
  return {
    /** The page of its first entry in the navigation. */
    url: server.url.replace(/\/$/, placement?.entries[0]?.to ?? '/'),
    async close() {
      stopWatching();
      await new Promise<void>((resolve) => watching!.close(() => resolve()));
      await server.close();
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    const { PORT = '3101', AMBER_URL = 'http://localhost:8080' } = process.env;
    const { url, close } = await devRemote({ name: process.argv[2] ?? '', target: AMBER_URL, port: Number(PORT) });
    printStatus(`open ${url}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void close().then(() => process.exit()));
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
