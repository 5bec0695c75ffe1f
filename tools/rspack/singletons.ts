// The singletons: packages that the host provides to every remote.

/** The packages are shared under these keys; the host's side of the table is shell/src/federation/load/shared.ts. */
export const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router-dom',
  'rxjs',
  'rxjs/ajax',
  'rxjs/common',
  'rxjs/fetch',
  'rxjs/operators',
  'rxjs/webSocket',
  'dexie',
  '@amber/client/bus',
  '@amber/client/db',
  '@amber/client/engine',
  '@amber/client/live',
  '@amber/client/paths',
  '@amber/client/remote',
  '@amber/client/session',
] as const;

/** The name of a package in a repository that has installed the kit, where our packages are folders of one package. */
export const kitNameOf = (name: string): string => name.replace(/^@amber\//, '@amber/kit/');

/** The shared packages that have versions of their own; `@amber/client` has the contract's. */
export const sharedPackages = ['react', 'react-dom', 'react-router', 'react-router-dom', 'rxjs', 'dexie'] as const;
