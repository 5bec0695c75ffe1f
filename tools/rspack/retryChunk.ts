// Wraps the chunk loader of every build: refetches a failed file once, and announces a slow one.
import { type Compiler, rspack } from '@rspack/core';
import { limits } from '../../proto/src/limits.ts';

/**
 * Runs at the start of each runtime. A failed file is replaced in the caches of the service worker and the browser,
 * because it may be
 * damaged. A timeout is not retried, because it took long enough. The page gets the event `amber-late` for a file that
 * somebody
 * waits for, and again when the wait is over; code that prefetches sets `amberAhead` meanwhile.
 */
class RetryChunk extends rspack.RuntimeModule {
  readonly #forgetErrors: string;

  /** @param keepsErrors whether a module that threw keeps its error; then a request for a chunk forgets these modules */
  constructor(keepsErrors: boolean) {
    super('retry chunk', rspack.RuntimeModule.STAGE_TRIGGER);
    const { moduleCache } = rspack.RuntimeGlobals;
    this.#forgetErrors = keepsErrors
      ? `for (var id in ${moduleCache}) if (${moduleCache}[id].error) delete ${moduleCache}[id];`
      : '';
  }

  override generate(): string {
    const { ensureChunk, publicPath } = rspack.RuntimeGlobals;
    return `
if (${ensureChunk}) {
  var ensureChunk = ${ensureChunk};
  var fetchAnew = function (url) {
    var kept = globalThis.caches ? caches.keys().then(function (names) {
      return Promise.all(names.map(function (name) {
        return caches.open(name).then(function (cache) { return cache.delete(url); });
      }));
    }) : Promise.resolve();
    return kept.catch(function () {}).then(function () {
      return fetch(url, { cache: 'reload', signal: AbortSignal.timeout(${limits.chunkTimeout}) });
    }).then(function (answer) {
      return answer.blob().then(function () { return answer.ok; });
    }).catch(function () { return false; });
  };
  ${ensureChunk} = function () {
    var given = arguments, tried = {}, wasLate;
    var tell = function (isLate) {
      wasLate = isLate;
      dispatchEvent(new CustomEvent('amber-late', { detail: { of: ${publicPath}, isLate } }));
    };
    var timer = globalThis.amberAhead ? 0 : setTimeout(tell, ${limits.previousOfferedAfter}, true);
    ${this.#forgetErrors}
    var attempt = function () {
      return ensureChunk.apply(null, given).catch(function (error) {
        var url = error && error.request;
        if (!url || tried[url] || error.type === 'timeout') throw error;
        tried[url] = true; // a chunk has a script and a stylesheet: each once
        return fetchAnew(url).then(function (isThere) {
          if (!isThere) throw error;
          return attempt();
        });
      });
    };
    return attempt().finally(function () {
      clearTimeout(timer);
      if (wasLate) tell(false);
    });
  };
}`;
  }
}

export const retryChunk = {
  apply(compiler: Compiler) {
    // As in a remote, where a module throws because a module of the host did not load.
    const keepsErrors = compiler.options.output.strictModuleErrorHandling === true;
    compiler.hooks.thisCompilation.tap('RetryChunk', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('RetryChunk', (chunk, requirements) => {
        requirements.add(rspack.RuntimeGlobals.publicPath);
        if (keepsErrors) requirements.add(rspack.RuntimeGlobals.moduleCache);
        compilation.addRuntimeModule(chunk, new RetryChunk(keepsErrors));
      });
    });
  },
};
