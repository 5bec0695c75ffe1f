// Lets the chunk loader retry a file once, for every import: a dropped connection is the commonest failure.
import { type Compiler, rspack } from '@rspack/core';

/** Wraps the loader at the start of each runtime. A time-out is not retried: it took long enough. */
class RetryChunk extends rspack.RuntimeModule {
  constructor() {
    super('retry chunk', rspack.RuntimeModule.STAGE_TRIGGER);
  }

  override generate(): string {
    const ensure = rspack.RuntimeGlobals.ensureChunk;
    return `
if (${ensure}) {
  var ensureChunk = ${ensure};
  ${ensure} = function () {
    var given = arguments;
    return ensureChunk.apply(this, given).catch(function (error) {
      if (!error || !error.request || error.type === 'timeout') throw error;
      return ensureChunk.apply(null, given);
    });
  };
}`;
  }
}

export const retryChunk = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('RetryChunk', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('RetryChunk', (chunk) => {
        compilation.addRuntimeModule(chunk, new RetryChunk());
      });
    });
  },
};
