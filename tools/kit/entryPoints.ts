// The entry points of the kit: which modules of this repository a remote in another repository may import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

/** Entry points of the host and of this repository's own builds. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  'shared/client': ['db', 'hostActions', 'hostDb', 'hostEngine', 'hotRemote', 'pendingCalls', 'testing'],
  'shared/conversation': ['gallery'],
  'shared/ui': ['css', 'gallery', 'loadShared'],
};

/** A remote needs only these parts of the contract with the gateway; the wire belongs to the engine. */
const shownOfProto = ['', 'bodies', 'faults', 'limits', 'listSchema', 'publicPictures', 'wav'];

/** The modules that have no package in this repository. */
const ownEntryPoints: Readonly<Record<string, string>> = {
  css: 'shared/ui/src/css.d.ts',
  rspack: 'tools/rspack/remote.ts',
  testing: 'shared/client/src/testing/index.ts',
  vitest: 'tools/kit/vitestConfig.ts',
};

const packages = [
  'proto',
  'shared/words',
  'shared/client',
  'shared/ui',
  'shared/conversation',
  'shared/conversationScreen',
];

interface PackageJson {
  name: string;
  exports: Record<string, string | { types: string }>;
}

export interface EntryPoint {
  /** Its name in this repository: `@amber/client/engine`. Undefined when it has none. */
  name: string | undefined;
  /** Its name below `@amber/kit/`: `client/engine`. Undefined for those that no remote may import. */
  kitName: string | undefined;
  /** The source, from the root. */
  source: string;
}

function entryPointsOf(folder: string): EntryPoint[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson;
  return Object.entries(exports).map(([key, value]) => {
    const subpath = key.replace(/^\.\/?/, '');
    const isShown = folder === 'proto' ? shownOfProto.includes(subpath) : !hidden[folder]?.includes(subpath);
    const fullName = subpath ? `${name}/${subpath}` : name;
    return {
      name: fullName,
      kitName: isShown ? fullName.replace('@amber/', '') : undefined,
      source: join(folder, typeof value === 'string' ? value : value.types),
    };
  });
}

/** Every entry point of the shared packages, and those that only the kit has. */
export const entryPoints = (): EntryPoint[] => [
  ...packages.flatMap(entryPointsOf),
  ...Object.entries(ownEntryPoints).map(([kitName, source]) => ({ name: undefined, kitName, source })),
];
