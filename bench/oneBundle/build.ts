// Builds the app as one bundle: the host's own build, with the chat compiled in instead of loaded.
import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { engine, host } from '../../tools/rspack/host.ts';
import { root } from '../../tools/run.ts';

const path = join(import.meta.dirname, 'dist');

/** The page of the app as one bundle. */
function oneBundle(): Configuration {
  const base = host(join(root, 'shell'));
  return {
    ...base,
    output: { ...base.output, path },
    plugins: [
      ...base.plugins!,
      new rspack.NormalModuleReplacementPlugin(
        /\/(loadRelease|runtime)\.ts$/,
        join(import.meta.dirname, 'loadRelease.ts'),
      ),
    ],
  };
}

/** Returns the folder of the built app. */
export async function buildOneBundle(): Promise<string> {
  const worker = engine(join(root, 'shell'));
  const compiler = rspack([oneBundle(), { ...worker, output: { ...worker.output, path } }]);
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
      else compiler.close(() => resolve());
    }),
  );
  return path;
}
