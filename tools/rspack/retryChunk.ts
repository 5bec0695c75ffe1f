// Lets the chunk loader try a file once more, wherever the import stands: a dropped connection is the commonest reason.
import { type Compiler, rspack } from '@rspack/core';

/** Wraps the loader at the start of each runtime. A time-out was long enough: it is not waited for twice. */
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
