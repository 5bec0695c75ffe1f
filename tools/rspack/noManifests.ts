// Stands where the federation runtime has its reading of manifests and its preloading (see leanFederation.ts).

export class SnapshotHandler {
  hooks = { applyPlugin: () => {} };
  manifestCache = new Map();
}

/** There are no manifests to know a remote from. */
export const getGlobalRemoteInfo = () => ({});

function neverAsked(): never {
  throw new Error('this runtime preloads nothing');
}

export {
  neverAsked as defaultPreloadArgs,
  neverAsked as formatPreloadArgs,
  neverAsked as normalizePreloadExposes,
  neverAsked as preloadAssets,
};
