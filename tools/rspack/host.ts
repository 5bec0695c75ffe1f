// The host's builds: the page, and the engine as a compilation of its own.
import { type Configuration, rspack } from '@rspack/core';
import { buildTime, common } from './common.ts';

/** The page. Its federation runtime is a lazy chunk of its own, so that signing in does not wait for it. */
export function host(context: string): Configuration {
  const base = common(context);
  return {
    ...base,
    name: 'host',
    entry: { main: './src/main.tsx' },
    output: {
      ...base.output,
      path: `${context}/dist`,
      publicPath: '/chat/',
      uniqueName: 'amber',
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
    },
    plugins: [
      ...base.plugins!,
      // The federation runtime leaves out what these say is not used.
      new rspack.DefinePlugin({ FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' }),
      new rspack.HtmlRspackPlugin({ template: './src/index.html', inject: 'head', scriptLoading: 'defer', minify: false }),
      new rspack.CopyRspackPlugin({
        patterns: [{ from: './public', noErrorOnMissing: true }, { from: './src/frames/*.html', to: 'frames/[name][ext]', noErrorOnMissing: true }],
      }),
    ],
  };
}

/** The engine. Its address never changes, because a worker is found by it: two addresses would be two engines. */
export function engine(context: string): Configuration {
  const base = common(context);
  return {
    context,
    name: 'engine',
    mode: base.mode!,
    devtool: base.devtool!,
    target: ['webworker', 'es2022'],
    // protobufjs would bring `long` and its WebAssembly, which the policy forbids; our 64-bit integers are numbers.
    resolve: { ...base.resolve, alias: { long: false } },
    module: base.module!,
    entry: { engine: './engine/worker.ts' },
    // Not cleaned: the page's build owns the folder.
    output: { path: `${context}/dist`, filename: '[name].js', asyncChunks: false },
    optimization: { splitChunks: false },
    plugins: [new rspack.DefinePlugin({ __BUILD__: String(buildTime) })],
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
