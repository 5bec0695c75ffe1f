// Builds the floor with the tools of the house.
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { common } from '../../tools/rspack/common.ts';

/** Returns the folder of the built floor. */
export async function buildFloor(): Promise<string> {
  const context = import.meta.dirname;
  const base = common(context, 'floor');
  const path = join(context, 'dist');
  const compiler = rspack({
    ...base,
    entry: { main: './main.tsx' },
    output: { ...base.output, path, publicPath: '/chat/', filename: 'assets/[name].[contenthash:8].js' },
    plugins: [...base.plugins!, new rspack.HtmlRspackPlugin({ template: './index.html', inject: 'head', scriptLoading: 'defer', minify: false })],
  });
  await new Promise<void>((resolve, reject) => compiler.run((error, stats) => {
    if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
    else compiler.close(() => resolve());
  }));
  return path;
}
