// Gives a remote the ES module build of the federation runtime: the plugin's CommonJS cannot be tree-shaken.
import { createRequire } from 'node:module';
import type { Compiler } from '@rspack/core';

const packages = ['webpack-bundler-runtime', 'runtime', 'runtime-tools'];

/** A plugin that points the runtime's files from `.cjs` to their `.js` twins once the federation plugin has set its aliases. */
export const esmRuntime = {
  apply(compiler: Compiler) {
    compiler.hooks.afterPlugins.tap({ name: 'EsmRuntime', stage: 1000 }, () => {
      const from = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack'));
      const alias = compiler.options.resolve.alias as Record<string, string>;
      for (const name of packages) {
        for (const entry of ['index', 'bundler']) {
          const file = from.resolve(`@module-federation/${name}/package.json`).replace('package.json', `dist/${entry}`);
          alias[`${file}.cjs`] = `${file}.js`;
        }
      }
      alias['@module-federation/runtime$'] = from
        .resolve('@module-federation/runtime/package.json')
        .replace('package.json', 'dist/index.js');
      delete alias['@module-federation/runtime'];
      delete alias['@module-federation/runtime-tools'];
    });
  },
};
