// The common configuration of every browser build of the repository.
import { type Configuration, rspack } from '@rspack/core';
import { limits } from '../../proto/src/limits.ts';
import { retryChunk } from './retryChunk.ts';
import { siblingFile } from './siblingFile.ts';

/** Read on each build, because one process may make both kinds. */
const isDevelopment = (): boolean => process.env['NODE_ENV'] === 'development';

/**
 * The time of this build in milliseconds since 1970, which orders builds by age. SOURCE_DATE_EPOCH (seconds) fixes it,
 * so that
 * the same sources give the same bytes.
 */
export const buildTime = process.env['SOURCE_DATE_EPOCH']
  ? Number(process.env['SOURCE_DATE_EPOCH']) * 1000
  : Date.now();

/**
 * The runtime has no timeout for stylesheets. Only this function's text reaches the page, so the text is written here.
 */
const insertStylesheet = Object.assign(() => {}, {
  toString: () => `function (link) {
  var timer = setTimeout(function () {
    if (link.onerror) link.onerror({ type: 'timeout', target: link });
  }, ${limits.chunkTimeout});
  link.addEventListener('load', function () { clearTimeout(timer); });
  link.addEventListener('error', function () { clearTimeout(timer); });
  document.head.appendChild(link);
}`,
});

/** The browsers of the last years. */
const browsers = 'chrome >= 111, firefox >= 114, safari >= 17';

/**
 * A build of TypeScript, JSX and CSS modules for current browsers. `unique` distinguishes its class names from those of
 * another build in the same page, which may be another version of the same files. `styleLoaders` see each stylesheet
 * first, also those that another one composes.
 */
export function common(context: string, unique: string, styleLoaders: readonly string[] = []): Configuration {
  return {
    context,
    mode: isDevelopment() ? 'development' : 'production',
    devtool: isDevelopment() ? 'cheap-module-source-map' : false, // never eval, because the page's policy forbids it
    target: ['web', 'es2022'],
    // rxjs exposes a build for current browsers under this condition.
    resolve: { extensions: ['.ts', '.tsx', '.js'], conditionNames: ['es2015', '...'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          use: [
            {
              loader: 'builtin:swc-loader',
              options: {
                jsc: {
                  parser: { syntax: 'typescript', tsx: true },
                  // Never the development runtime of JSX: a remote under development runs in a host in production,
                  // whose React does not have it.
                  transform: { react: { runtime: 'automatic', development: false } },
                },
                env: { targets: browsers },
              },
            },
            { loader: siblingFile('inlineLimits') },
          ],
          type: 'javascript/auto',
        },
        {
          test: /\.css$/,
          type: 'javascript/auto',
          use: [
            rspack.CssExtractRspackPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                importLoaders: styleLoaders.length,
                modules: {
                  auto: true,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  localIdentHashSalt: unique,
                  localIdentName: isDevelopment() ? '[name]_[local]_[hash:base64:4]' : '[hash:base64:6]',
                },
              },
            },
            ...styleLoaders,
          ],
        },
        {
          test: /[\\/]emojibase-data[\\/][\w-]+[\\/]compact\.json$/,
          type: 'json',
          use: siblingFile('leanEmoji'),
        },
        { test: /\.svg$/, type: 'asset/resource' },
        // In the script: a file of its own would need another request and a hash in the list of files. As a data URL,
        // because the type `asset/bytes` adds a decoder to the first file.
        { test: /\.wasm$/, type: 'asset/inline' },
      ],
    },
    output: { clean: true, uniqueName: unique, chunkLoadTimeout: limits.chunkTimeout, crossOriginLoading: 'anonymous' },
    plugins: [
      new rspack.DefinePlugin({ __BUILD__: String(buildTime), __DEV__: String(isDevelopment()) }),
      new rspack.CssExtractRspackPlugin({
        filename: 'assets/[name].[contenthash:8].css',
        chunkFilename: 'assets/[name].[contenthash:8].css',
        insert: insertStylesheet,
      }),
      retryChunk,
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
    ],
    // Without targets Lightning CSS compiles logical properties to physical ones, once for each language that it knows.
    optimization: {
      // The shortest names for exports save 4 kB of the host's files.
      mangleExports: isDevelopment() ? false : 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}
