// Replaces the federation runtime's manifest reading and preloading (see leanFederation.ts).

export class SnapshotHandler {
  hooks = { applyPlugin: () => {} };
  manifestCache = new Map();
}

/** There are no manifests that identify a remote. */
export const getGlobalRemoteInfo = () => ({});

function throwNotSupported(): never {
  throw new Error('this runtime preloads nothing');
}

export {
  throwNotSupported as defaultPreloadArgs,
  throwNotSupported as formatPreloadArgs,
  throwNotSupported as normalizePreloadExposes,
  throwNotSupported as preloadAssets,
};
