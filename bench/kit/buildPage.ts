// Builds a small page to compare with, with the product's own build tools.
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { common } from '../../tools/rspack/common.ts';

/** The page is a folder of the benchmarks with `main.tsx` and `index.html`. Returns the output folder. */
export async function buildPage(name: string): Promise<string> {
  const context = join(import.meta.dirname, '..', name);
  const base = common(context, name);
  const path = join(context, 'dist');
  const compiler = rspack({
    ...base,
    entry: { main: './main.tsx' },
    output: { ...base.output, path, publicPath: '/chat/', filename: 'assets/[name].[contenthash:8].js' },
    plugins: [
      ...base.plugins!,
      new rspack.HtmlRspackPlugin({ template: './index.html', inject: 'head', scriptLoading: 'defer', minify: false }),
    ],
  });
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
      else compiler.close(() => resolve());
    }),
  );
  return path;
}
