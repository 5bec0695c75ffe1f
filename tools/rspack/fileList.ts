// Writes files.json beside the host's files: the sha384 of each script and stylesheet of the page, for a start without a network.
import { createHash } from 'node:crypto';
import { type Compiler, rspack } from '@rspack/core';

const wanted = /\.(js|css)$/;
/** Their addresses stay, so they have no hash that would hold. */
const plain = { 'engine.js': '', 'favicon.svg': '', 'faviconUnread.svg': '' };

export const fileList = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FileList', (compilation) => {
      // After the report stage: nothing changes a file's bytes any more.
      compilation.hooks.processAssets.tap({ name: 'FileList', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 }, (assets) => {
        const files = Object.fromEntries(Object.entries(assets).filter(([name]) => wanted.test(name)).map(([name, source]) =>
          [name, `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`]));
        compilation.emitAsset('files.json', new rspack.sources.RawSource(JSON.stringify({ ...files, ...plain })));
      });
    });
  },
};
