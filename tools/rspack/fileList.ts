// Writes files.json next to the host's files: the sha384 of each script and stylesheet, for an offline start.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Compiler, rspack } from '@rspack/core';

const scriptOrStyle = /\.(js|css)$/;
/** The addresses of these files stay the same while their contents change, so they have no hash. */
const unhashedFiles = { 'engine.js': '', 'recorderWorklet.js': '', 'favicon.svg': '' };

const name = 'files.json';
const hashOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

export const fileList = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FileList', (compilation) => {
      // No file's bytes change after the report stage.
      compilation.hooks.processAssets.tap(
        { name: 'FileList', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT + 1 },
        (assets) => {
          const files = Object.fromEntries(
            Object.entries(assets)
              .filter(([name]) => scriptOrStyle.test(name))
              .map(([name, source]) => [name, hashOf(source.buffer())]),
          );
          compilation.emitAsset(name, new rspack.sources.RawSource(JSON.stringify({ ...files, ...unhashedFiles })));
        },
      );
    });
  },
};

/** Appends the files that a worker loads later, each with its hash. The page's build has already written the list. */
export const appendToFileList = {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('FileList', async (compilation) => {
      const { outputPath } = compiler;
      const list = join(outputPath, name);
      const before = await readFile(list, 'utf8').catch(() => '');
      if (!before) return;
      const chunks = Object.keys(compilation.assets).filter(
        (file) => file.startsWith('assets/') && scriptOrStyle.test(file),
      );
      const hashes = await Promise.all(
        chunks.map(async (file) => [file, hashOf(await readFile(join(outputPath, file)))] as const),
      );
      await writeFile(list, JSON.stringify({ ...(JSON.parse(before) as object), ...Object.fromEntries(hashes) }));
    });
  },
};
