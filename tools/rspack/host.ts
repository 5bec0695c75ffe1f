// The host's builds: the page, its two workers and the worklet of the recorder as separate compilations.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { buildTime, common } from './common.ts';
import { fetchFirst } from './fetchFirst.ts';
import { appendToFileList, fileList } from './fileList.ts';
import { installable } from './installable.ts';
import { licenceList } from './licences.ts';
import { precompress } from './precompress.ts';
import { sharedVersions, sharedVersionsFile } from './sharedVersions.ts';
import { signInForm } from './signInForm.ts';
import { directions, pageTranslators } from './firstPaint.ts';

const require = createRequire(import.meta.url);

/** Dexie's build for current browsers, and the router's for production; their packages list other builds first. */
const router = createRequire(require.resolve('react-router-dom')).resolve('react-router');
const alias = {
  dexie$: 'dexie/dist/modern/dexie.mjs',
  ...(process.env['NODE_ENV'] !== 'development' && {
    'react-router$': router.replace(/development.index\.\w+$/, 'production/index.mjs'),
  }),
};

const chunkFilename = 'assets/[name].[contenthash:8].js';

/**
 * Dexie in a separate chunk, byte for byte the same in the page and in the engine, so that the second one loads it from
 * the cache: the names are the same in both, and every export is included.
 */
const dexieChunk = {
  output: { chunkLoadingGlobal: 'amberChunks' },
  optimization: {
    moduleIds: false, // see `moduleIds` below
    chunkIds: 'deterministic',
    splitChunks: {
      chunks: 'all',
      cacheGroups: { dexie: { test: /[\\/]dexie[\\/]dist[\\/]/, name: 'dexie', enforce: true } },
    },
  },
} as const;

/** Ids of one length in both builds: by default their length depends on the number of modules, which differs. */
const moduleIds = new rspack.ids.DeterministicModuleIdsPlugin({ maxLength: 5, fixedLength: true });

/** Comments and indentation in HTML are only for developers. Markers such as `<!--amber-head-->` stay. */
const withoutComments = (html: string): string => html.replaceAll(/^ *(?:\/\/|<!-- ).*\n|^ +/gm, '');

/** The page's inline scripts, minified. */
const minifyScripts = (html: string): string =>
  html.replaceAll(/(?<=<script>)[^]*?(?=<\/script>)/g, (code) => {
    const options = { compress: true, mangle: true, module: false };
    return rspack.experiments.swc.minifySync(code.replace('<%= directions %>', directions), options).code;
  });

/** The page. Its federation runtime is a separate lazy chunk, so that signing in does not wait for it. */
export function host(context: string): Configuration {
  const base = common(context, 'amber');
  return {
    ...base,
    name: 'host',
    resolve: { ...base.resolve, alias },
    entry: { main: './src/start.ts' },
    output: {
      ...base.output,
      path: `${context}/dist`,
      publicPath: '/chat/',
      ...dexieChunk.output,
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename,
    },
    optimization: {
      ...base.optimization,
      ...dexieChunk.optimization,
      // A smaller shared chunk costs the list of conversations more, by its request and its worse compression, than the
      // few copies save.
      splitChunks: { ...dexieChunk.optimization.splitChunks, chunks: 'async', minSize: 60_000 },
    },
    plugins: [
      ...base.plugins!,
      moduleIds,
      // The federation plugin's own options `optimization.disableSnapshot` and `target: 'web'`, for a host without it.
      new rspack.DefinePlugin({
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        ENV_TARGET: '"web"',
        __SHARED_CODE__: '""',
        __SHARED_VERSIONS__: JSON.stringify(sharedVersions(context)),
      }),
      leanTslib,
      new rspack.HtmlRspackPlugin({
        templateContent: minifyScripts(withoutComments(readFileSync(`${context}/src/index.html`, 'utf8'))),
        inject: 'head',
        scriptLoading: 'defer',
        minify: false,
      }),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: './public', noErrorOnMissing: true },
          ...pageTranslators(context).map(({ language, speak }) => ({
            from: './src/firstPaint/*.html',
            to: `frames/${language}/[name][ext]`,
            transform: (file: Buffer) => speak(withoutComments(String(file))),
          })),
        ],
      }),
      signInForm(context),
      fileList,
      licenceList,
      sharedVersionsFile(context),
      installable(context),
      precompress,
    ],
  };
}

/**
 * The parts of the Signal library that a worker replaces or drops: its slow curve (replaced by ours), its WebCrypto
 * shim, and the
 * messages of another product.
 */
const signal = (context: string): Record<string, string | false> => {
  const protobuf = require.resolve('@privacyresearch/libsignal-protocol-protobuf-ts').replace(/index\.js$/, '');
  return {
    '@privacyresearch/curve25519-typescript': `${context}/engine/keys/libraryCurve.ts`,
    [require.resolve('@privacyresearch/libsignal-protocol-typescript/lib/msrcrypto.js')]: false,
    [`${protobuf}generated/protos/PushMessages.js`]: false,
    [`${protobuf}push-message-content-compatible.js`]: false,
  };
};

/** The engine's codec begins with the messages that it needs first, and loads the others later. */
const firstLayouts = new rspack.NormalModuleReplacementPlugin(/^\.\.\/gen\/layouts\.ts$/, (resource) => {
  if (resource.context.endsWith(`${sep}proto${sep}src`)) resource.request = '../gen/firstLayouts.ts';
});

/** rxjs needs only a few helpers of tslib, which are short in current JavaScript. */
const leanTslib = new rspack.NormalModuleReplacementPlugin(/^tslib$/, (resource) => {
  if (/[\\/]rxjs[\\/]/.test(resource.context)) resource.request = join(import.meta.dirname, 'leanTslib.ts');
});

/** protobufjs itself asks for Node's buffers only where there are some; we have no services. */
const leanProtobuf = new rspack.NormalModuleReplacementPlugin(
  /^\.\/(?:rpc|reader_buffer|writer_buffer)$/,
  (resource) => {
    if (/[\\/]protobufjs[\\/]src$/.test(resource.context))
      resource.request = join(import.meta.dirname, 'unusedProtobufPart.ts');
  },
);

/** A worker or worklet, at an address that never changes. */
function worker(context: string, name: string, entry: string): Configuration {
  const base = common(context, 'amber');
  return {
    context,
    name,
    mode: base.mode!,
    devtool: base.devtool!,
    target: ['webworker', 'es2022'],
    // protobufjs would pull in `long` and its WebAssembly, which the policy forbids; our 64-bit integers are numbers.
    resolve: { ...base.resolve, alias: { ...alias, long: false, ...signal(context) } },
    module: base.module!,
    entry: { [name]: entry },
    // The folder is not cleaned, because the page's build owns it.
    output: { path: `${context}/dist`, filename: '[name].js', asyncChunks: false },
    optimization: { mangleExports: base.optimization!.mangleExports!, splitChunks: false },
    plugins: [new rspack.DefinePlugin({ __BUILD__: String(buildTime) }), leanTslib, leanProtobuf],
    performance: { hints: false },
    stats: 'errors-warnings',
    dependencies: ['host'],
  };
}

/**
 * The engine. A worker is identified by its address: two addresses would be two engines. Sealing is a separate chunk,
 * for
 * which the list of conversations does not wait.
 */
export function engine(context: string): Configuration {
  const base = worker(context, 'engine', './engine/worker.ts');
  return {
    ...base,
    output: {
      ...base.output,
      ...dexieChunk.output,
      asyncChunks: true,
      publicPath: '/chat/',
      chunkFilename,
      filename: ({ chunk }) => (chunk?.name === 'dexie' ? chunkFilename : '[name].js'),
    },
    optimization: {
      ...base.optimization,
      ...dexieChunk.optimization,
      splitChunks: { ...dexieChunk.optimization.splitChunks, minSize: Infinity },
    },
    plugins: [...base.plugins!, moduleIds, firstLayouts, fetchFirst, appendToFileList, precompress],
  };
}

/** The service worker. Its bytes change with every build, because a browser notices a new one by that. */
export function serviceWorker(context: string): Configuration {
  const base = worker(context, 'sw', './sw/worker.ts');
  const mark = new rspack.BannerPlugin({
    banner: `build ${buildTime}`,
    footer: true,
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT,
  });
  return { ...base, plugins: [...base.plugins!, mark] };
}

/** The recorder's part on the audio thread. A worklet is loaded without integrity, so it belongs to the host. */
export function recorderWorklet(context: string): Configuration {
  const base = worker(context, 'recorderWorklet', './src/sound/recorderWorklet.ts');
  return { ...base, plugins: [...base.plugins!, precompress] };
}
