// Replaces the federation runtime's manifest reading and preloading (see leanFederation.ts).

export class SnapshotHandler {
  hooks = { applyPlugin: () => {} };
  manifestCache = new Map();
}

/** There are no manifests to identify a remote by. */
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
