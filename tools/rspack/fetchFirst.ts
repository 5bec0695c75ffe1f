// The engine's chunk loader: fetches a file before it is imported, so that the network never blocks the worker.
import { type Compiler, rspack } from '@rspack/core';
import { limits } from '../../proto/src/limits.ts';

/**
 * Runs at the start of the runtime. `importScripts` blocks the worker until the file has arrived, and a blocked worker
 * cannot
 * be terminated: when its page is closed meanwhile, its lock and its open transaction stay, and the next engine waits
 * for them.
 * After a fetch the file comes from the browser's cache.
 */
class FetchFirst extends rspack.RuntimeModule {
  constructor() {
    super('fetch first', rspack.RuntimeModule.STAGE_TRIGGER);
  }

  override generate(): string {
    const { ensureChunkHandlers, getChunkScriptFilename, publicPath } = rspack.RuntimeGlobals;
    return `
// What the engine begins with is imported at once: it holds nothing yet.
queueMicrotask(function () {
  var importChunk = ${ensureChunkHandlers}.i, loads = {};
  ${ensureChunkHandlers}.i = function (chunkId, promises) {
    loads[chunkId] = loads[chunkId] || fetch(${publicPath} + ${getChunkScriptFilename}(chunkId), {
      signal: AbortSignal.timeout(${limits.requestTimeout})
    }).then(function (answer) {
      return answer.blob();
    }).then(function () {
      importChunk(chunkId, promises);
    }).catch(function (error) {
      delete loads[chunkId];
      throw error;
    });
    promises.push(loads[chunkId]);
  };
});`;
  }
}

export const fetchFirst = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('FetchFirst', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('FetchFirst', (chunk, requirements) => {
        requirements.add(rspack.RuntimeGlobals.publicPath);
        requirements.add(rspack.RuntimeGlobals.getChunkScriptFilename);
        compilation.addRuntimeModule(chunk, new FetchFirst());
      });
    });
  },
};
