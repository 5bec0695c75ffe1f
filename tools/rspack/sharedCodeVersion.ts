// The version of the shared packages that a build contains. Only the very same sources have the same version, because
// remotes of different releases pass modules on by it (`loadShared` of `@amber/ui`), and none may change another.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Whatever decides what a build makes of them: the packages with their exact dependencies, and the build itself. */
const sources = [
  'shared/*/{package.json,src/**/*}',
  'proto/{package.json,*.proto,generate.ts,src/**/*}',
  'tools/{rspack,words}/*.ts',
];
/** Tests, and what is generated from the sources. */
const isIrrelevant = (path: string): boolean => /\.test\.tsx?$|\/(?:gen|testing)\//.test(path);

/** The kit contains compiled sources, so it has the version of those that it was made from in a file. */
export const sharedCodeVersionFile = 'tools/rspack/sharedCodeVersion.json';

/** The version of the sources in this checkout or kit. */
export function sharedCodeVersion(root = join(import.meta.dirname, '../..')): string {
  const file = join(root, sharedCodeVersionFile);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as string;
  const hash = createHash('sha256');
  const paths = globSync(sources, { cwd: root }).filter((path) => extname(path) !== '' && !isIrrelevant(path));
  for (const path of paths.sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
