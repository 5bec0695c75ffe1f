// The singletons: packages that the host provides to every remote.

/** The packages are shared under these keys; the host's side of the table is shell/src/federation/load/shared.ts. */
export const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'rxjs',
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
