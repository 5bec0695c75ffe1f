// Builds @amber/kit: the shared packages and the tools as JavaScript with declarations, in one tarball.
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { contractVersion } from '../../proto/src/contract.ts';
import { sharedCodeVersion, sharedCodeVersionFile } from '../rspack/sharedCodeVersion.ts';
import inlineLimits from '../rspack/inlineLimits.ts';
import { bin, root, run } from '../run.ts';
import { type EntryPoint, entryPoints } from './entryPoints.ts';
import { rewriteForTemplate, compiledName, rewriteForKit } from './references.ts';
import { tarball } from './tarball.ts';

/** The programs of the kit; `bin` in its package.json. */
const programs: Readonly<Record<string, string>> = {
  'new-remote': 'tools/kit/bin/newRemote.ts',
  'amber-release': 'tools/kit/bin/release.ts',
  'amber-dev': 'tools/kit/bin/dev.ts',
  'amber-words': 'tools/kit/bin/words.ts',
};

/** Modules that configurations name by their paths instead of importing them: loaders and the hot remote. */
function namedByPath(): string[] {
  const configurations = globSync('tools/rspack/*.ts', { cwd: root }).map(read);
  const names = configurations.flatMap((text) =>
    [...text.matchAll(/siblingFile\('(\w+)'\)/g)].map(([, name]) => name!),
  );
  return ['shared/client/src/hotRemote.ts', ...names.map((name) => `tools/rspack/${name}.ts`)];
}

/** Files that the tools read. */
const dataFiles = ['shared/client/src/words/en.json', 'shell/src/federation/load/facades/*.ts'];

/** Packages that a configuration names without importing them, and the types of those that have none of their own. */
const namedPackages = ['@rspack/cli', 'css-loader', '@types/react', '@types/react-dom'];
/** The versions that a new remote installs beside the kit: its tools, and what it imports itself. */
const besideKit = ['react', 'react-dom', 'react-router-dom', 'rxjs'];
const toolsBesideKit = ['@types/node', 'typescript', 'vitest'];

export interface Kit {
  version: string;
  fileName: string;
  content: Buffer;
  integrity: string;
}

type Files = Map<string, Buffer>;

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const versionOf = (name: string): string =>
  (JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;

/** Compiles the modules, and everything of ours that they import, into `outDir`. */
async function compile(sources: readonly string[], outDir: string, all: readonly EntryPoint[]): Promise<void> {
  const folder = join(root, 'node_modules', '.cache', 'amber-kit');
  mkdirSync(folder, { recursive: true });
  const project = join(folder, `${process.pid}.json`);
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['es2024', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        types: ['node'],
        typeRoots: [join(root, 'node_modules', '@types')],
        composite: false,
        emitDeclarationOnly: false,
        declaration: true,
        declarationMap: true,
        rewriteRelativeImportExtensions: true,
        noCheck: true, // `npm run check` has checked them, each package with the libraries that it may use
        rootDir: root,
        // By the names of its packages, which npm links into node_modules, a module would be one of another project: it is
        // not compiled if the compiler happens to reach it that way first.
        paths: Object.fromEntries(all.flatMap(({ name, source }) => (name ? [[name, [join(root, source)]]] : []))),
        outDir,
        tsBuildInfoFile: null,
      },
      files: [...sources, 'shared/ui/src/css.d.ts', 'shared/client/src/remoteUnderWork.d.ts'].map((file) =>
        join(root, file),
      ),
    }),
  );
  try {
    const { status, output } = await run(bin('tsc'), ['-p', project], { quiet: true });
    if (status !== 0) throw new Error(`the kit did not compile:\n${output}`);
  } finally {
    rmSync(project);
  }
}

/** Tests of this repository carry the numbers of its requirements, which mean nothing elsewhere. */
const withoutRequirements = (text: string): string => text.replaceAll(/(['"`])(?:R\d+ )+/g, '$1');

/** The declarations' maps lead to the sources, which the kit contains for editors. */
function mapTo(source: string, text: string): string {
  const map = JSON.parse(text) as { sources: string[] };
  return JSON.stringify({ ...map, sources: [relative(dirname(`lib/${source}`), `src/${source}`)] });
}

/** The compiler does not mark elements as pure, without which a build keeps every icon of a file. */
const withPureElements = (text: string): string => text.replaceAll(/(?<![\w$.])_jsxs?\(/g, '/*#__PURE__*/ $&');

const relativeReference = /(['"])(\.{1,2}\/[^'"]+\.(?:js|css|json|svg|wasm))\1/g;

/** The file of the kit at this path below `lib`: compiled, or as it is in the repository. Undefined when it is neither. */
function fileAt(path: string, outDir: string, all: readonly EntryPoint[]): string | undefined {
  if (existsSync(join(outDir, path))) {
    const text = readFileSync(join(outDir, path), 'utf8');
    const own = path.includes('/testing/') ? withoutRequirements(text) : text;
    return rewriteForKit(path.endsWith('.js') ? withPureElements(inlineLimits(own)) : own, path, all);
  }
  if (!existsSync(join(root, path))) return undefined;
  return path.endsWith('.css') ? rewriteForKit(read(path), path, all) : read(path);
}

const sourceOf = (path: string): string | undefined =>
  [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((source) => existsSync(join(root, source)));

/** Adds a file and everything of ours that it refers to. */
function addFile(files: Files, path: string, outDir: string, all: readonly EntryPoint[]): void {
  if (files.has(`lib/${path}`)) return;
  const text = fileAt(path, outDir, all);
  const source = path.endsWith('.js') ? sourceOf(path) : undefined;
  if (text === undefined) {
    if (source) throw new Error(`the compiler has left out ${source}`);
    return; // what looks like a path in a text
  }
  files.set(`lib/${path}`, Buffer.from(text));
  const declaration = path.replace(/\.js$/, '.d.ts');
  if (source) {
    addFile(files, declaration, outDir, all);
    files.set(
      `lib/${declaration}.map`,
      Buffer.from(mapTo(source, readFileSync(join(outDir, `${declaration}.map`), 'utf8'))),
    );
    files.set(`src/${source}`, readFileSync(join(root, source)));
  }
  for (const [, , referred] of text.matchAll(relativeReference))
    addFile(files, posix.join(dirname(path), referred!), outDir, all);
}

const bareReference =
  /\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?(['"])((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?\1/g;

/** The packages of others that the compiled modules import. */
function importedPackages(files: Files): string[] {
  const names = new Set(namedPackages);
  for (const [file, content] of files) {
    if (!/^lib\/.*\.(js|d\.ts)$/.test(file)) continue;
    for (const [, , name] of content.toString().matchAll(bareReference)) {
      if (!isBuiltin(name!) && name !== '@amber/kit' && existsSync(join(root, 'node_modules', name!, 'package.json')))
        names.add(name!);
    }
  }
  for (const name of toolsBesideKit) names.delete(name);
  return [...names].sort();
}

const versionsOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, versionOf(name)]));

/** What package.json exports for one entry point. */
function exportOf(source: string): string | Record<string, string> {
  const file = `./lib/${compiledName(source)}`;
  if (source.endsWith('.d.ts')) return { types: file };
  return file.endsWith('.js') ? { types: file.replace(/\.js$/, '.d.ts'), default: file } : file;
}

function exportsOf(all: readonly EntryPoint[]): Record<string, ReturnType<typeof exportOf>> {
  const rows = all
    .filter(({ kitName }) => kitName !== undefined)
    .map(({ kitName, source }): [string, ReturnType<typeof exportOf>] => [`./${kitName}`, exportOf(source)]);
  rows.sort(([one], [other]) => (one < other ? -1 : 1));
  return { ...Object.fromEntries(rows), './tsconfig.json': './tsconfig.json' };
}

const template = 'remotes/template';

/** The template with the kit's names; what depends on its place comes from `tools/kit/template`. */
function addTemplate(files: Files, all: readonly EntryPoint[]): void {
  const sources = globSync('{amber-remote.json,src/**/*.*}', {
    cwd: join(root, template),
    exclude: (path) => path.split('/').includes('gen'),
  }).filter((file) => /\.\w+$/.test(file) && !file.includes('/gen/'));
  for (const file of sources)
    files.set(
      `template/${file}`,
      Buffer.from(withoutRequirements(rewriteForTemplate(read(`${template}/${file}`), file, all))),
    );
  const folder = join(root, 'tools/kit/template');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`template/${relative(folder, path)}`, readFileSync(path));
  }
  const manifest = JSON.parse(read('tools/kit/template/package.json')) as Record<string, object>;
  files.set(
    'template/package.json',
    json({
      ...manifest,
      amber: { owner: 'template', contract: `^${contractVersion}`, gateway: '' },
      dependencies: { '@amber/kit': '', ...versionsOf(besideKit) },
      devDependencies: versionsOf(toolsBesideKit),
    }),
  );
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The hash is part of the version, so that each build has an address of its own, and a lockfile stays true. */
function versionFor(files: Files): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content);
  // It begins with a letter, because a number there may not begin with 0.
  return `${contractVersion}.0.0-build.a${hash.digest('hex').slice(0, 9)}`;
}

/** The files of the kit without its package.json. */
export async function kitFiles(): Promise<Files> {
  const all = entryPoints();
  const outDir = mkdtempSync(join(tmpdir(), 'amber-kit-'));
  const files: Files = new Map();
  try {
    const isModule = (file: string) => /(?<!\.d)\.tsx?$/.test(file);
    const shown = all.filter(({ kitName }) => kitName !== undefined).map(({ source }) => source);
    const own = [...shown, ...Object.values(programs), ...namedByPath()];
    await compile([...new Set(own)].filter(isModule), outDir, all);
    for (const source of own) addFile(files, compiledName(source), outDir, all);
    for (const file of globSync(dataFiles, { cwd: root })) addFile(files, file, outDir, all);
    files.set(`lib/${sharedCodeVersionFile}`, json(sharedCodeVersion()));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  addTemplate(files, all);
  files.set('LICENSE', readFileSync(join(root, 'LICENSE')));
  for (const file of ['README.md', 'tsconfig.json'])
    files.set(file, readFileSync(join(root, 'tools/kit/package', file)));
  // tsconfig.json leads imports of the router here. It stands beside the kit, not beside this repository.
  const router = read('tools/sharedTypes/router.d.ts').replaceAll('../../node_modules/', '../../../');
  files.set('types/router.d.ts', Buffer.from(router));
  return files;
}

/** Builds the kit in memory. */
export async function buildKit(): Promise<Kit> {
  const files = await kitFiles();
  const manifest = {
    name: '@amber/kit',
    version: '',
    license: 'AGPL-3.0-or-later',
    description: 'What a team needs to write, test and release a feature of Amber',
    type: 'module',
    engines: { node: '>=24' },
    amber: { contract: contractVersion },
    sideEffects: ['./lib/shared/**', './lib/tools/**'],
    bin: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, `lib/${compiledName(source)}`])),
    exports: exportsOf(entryPoints()),
    dependencies: versionsOf(importedPackages(files)),
    // Optional, so that the program that makes a remote does not install them.
    peerDependencies: versionsOf(toolsBesideKit),
    peerDependenciesMeta: Object.fromEntries(toolsBesideKit.map((name) => [name, { optional: true }])),
  };
  files.set('package.json', json(manifest));
  const version = versionFor(files);
  files.set('package.json', json({ ...manifest, version }));
  const content = tarball(new Map([...files].map(([path, file]) => [`package/${path}`, file])));
  return {
    version,
    fileName: `amber-kit-${version}.tgz`,
    content,
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
  };
}

/** Writes the kit and its description into the folder from which the gateway serves it. */
export function writeKit({ version, fileName, content, integrity }: Kit, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, fileName), content);
  writeFileSync(join(folder, 'kit.json'), json({ version, file: fileName, integrity, contract: contractVersion }));
}
