// Generates words/gen for each catalogue: a module per section for English, one for each other language.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../run.ts';
import { type TextTransform, compile, type Params } from './compile.ts';
import { pseudo } from './pseudo.ts';

type Tree = { [key: string]: string | string[] | Tree };

/** The language that the others are checked against. */
const source = 'en';
const pseudoLanguages: Record<string, TextTransform> = { 'en-XA': pseudo };

const isIdentifier = /^[A-Za-z_$][\w$]*$/;
const nameOf = (key: string): string => (isIdentifier.test(key) ? key : JSON.stringify(key));

const helpers = ['isolate', 'number', 'plural', 'section', 'select'] as const;

const typeOf = (params: Params): string => `{ ${[...params].map(([name, type]) => `${name}: ${type}`).join('; ')} }`;

const keysOf = (params: Params): string => [...params.keys()].sort().join(', ');

/** One catalogue's problems, each with its path: `shell/src/words/zh-Hans.json: admin.title is missing`. */
class Problems {
  readonly found: string[] = [];
  add(file: string, path: readonly string[], what: string): void {
    this.found.push(`${file}: ${path.join('.')} ${what}`);
  }
}

/** The English message at the same path, to check a translation against. */
interface MessageContext {
  file: string;
  problems: Problems;
  path: readonly string[];
  english: unknown;
  transform?: TextTransform;
}

function message(text: string, { file, problems, path, english, transform }: MessageContext): string {
  try {
    const { code, params } = compile(text, transform);
    // English determines the parameters and their types.
    const { params: englishParams } = compile(english as string);
    if (keysOf(params) !== keysOf(englishParams)) {
      problems.add(file, path, `takes {${keysOf(params)}}, in English {${keysOf(englishParams)}}`);
    }
    return englishParams.size > 0 ? `(v: ${typeOf(englishParams)}) => ${code}` : code;
  } catch (error) {
    problems.add(file, path, `is no ICU message: ${(error as Error).message}`);
    return `''`;
  }
}

function emit(words: Tree[string], context: MessageContext): string {
  const { file, problems, path, english } = context;
  const kindOf = (value: unknown) =>
    Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'a group' : 'a sentence';
  if (kindOf(words) !== kindOf(english)) {
    problems.add(file, path, `is ${kindOf(words)}, in English ${kindOf(english)}`);
    return `''`;
  }
  const childContext = (key: string | number, of: unknown): MessageContext => ({
    ...context,
    path: [...path, String(key)],
    english: (of as Record<string, unknown>)[key],
  });
  if (typeof words === 'string') return message(words, context);
  if (Array.isArray(words)) {
    if (words.length !== (english as string[]).length)
      problems.add(file, path, 'has another number of lines than English');
    return `[${words.map((line, index) => emit(line, childContext(index, english))).join(', ')}]`;
  }
  for (const key of Object.keys(english as Tree)) {
    if (!Object.hasOwn(words, key)) problems.add(file, [...path, key], 'is missing');
  }
  const rows = Object.entries(words).map(([key, value]) => {
    if (!Object.hasOwn(english as Tree, key)) {
      problems.add(file, [...path, key], 'is not in English');
      return '';
    }
    return `${nameOf(key)}: ${emit(value, childContext(key, english))},`;
  });
  return `{\n${rows.join('\n')}\n}`;
}

/** The runtime of the catalogues: a package of this repository, or a folder of the kit that another one has installed. */
function runtimeOf(folder: string): string {
  const manifest = join(folder, '..', '..', 'package.json');
  const { dependencies = {} } = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: object })
    : {};
  return Object.hasOwn(dependencies, '@amber/kit') ? '@amber/kit/words' : '@amber/words';
}

/** Prepends the imports that this code needs. */
function module(code: string, file: string, runtime: string): string {
  const used = helpers.filter((helper) => code.includes(`${helper}(`));
  const imported = used.length > 0 ? `import { ${used.join(', ')} } from '${runtime}';\n` : '';
  return `// Made from ${file} by tools/words. Do not edit.\n${imported}${code}`;
}

const read = (file: string): Tree => JSON.parse(readFileSync(file, 'utf8')) as Tree;

/** Sections that are needed before the others, by package; they are fetched separately. */
const early: Record<string, readonly string[]> = { shell: ['app'] };

/** Returns the files of one package's words/gen, by name. */
function generatePackage(folder: string, name: string, problems: Problems): Map<string, string> {
  const modules = new Map<string, string>();
  const runtime = runtimeOf(folder);
  const packageFolder = join(folder, '..', '..');
  const pathBase = relative(root, packageFolder).startsWith('..') ? packageFolder : root;
  const pathFromRoot = (file: string) => relative(pathBase, join(folder, file));
  const english = read(join(folder, `${source}.json`));
  const isEarly = (key: string): boolean => early[name]?.includes(key) ?? false;
  /** Adds a language's sections under the names that the English ones register: the early ones, and the others. */
  const addLanguage = (language: string, tree: Tree, file: string, transform?: TextTransform): void => {
    const parts: Record<'early' | 'rest', string[]> = { early: [], rest: [] };
    for (const key of Object.keys({ ...english, ...tree })) {
      if (!tree[key] || !english[key]) {
        problems.add(file, [key], tree[key] ? 'is not in English' : 'is missing');
        continue;
      }
      const code = emit(tree[key], {
        file,
        problems,
        path: [key],
        english: english[key],
        ...(transform && { transform }),
      });
      parts[isEarly(key) ? 'early' : 'rest'].push(`'${name}.${key}': ${code},`);
    }
    const files = { [`${language}.early.ts`]: parts.early, [`${language}.ts`]: parts.rest };
    for (const [to, sections] of Object.entries(files)) {
      if (sections.length > 0) modules.set(to, module(`export default {\n${sections.join('\n')}\n};\n`, file, runtime));
    }
  };
  for (const [key, words] of Object.entries(english)) {
    const file = pathFromRoot(`${source}.json`);
    const code = emit(words, { file, problems, path: [key], english: words });
    modules.set(`${key}.ts`, module(`export const words = section('${name}.${key}', ${code});\n`, file, runtime));
  }
  const others = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== `${source}.json`);
  const languages = others.map((file) => file.replace('.json', '')).sort();
  for (const language of languages) {
    const file = `${language}.json`;
    addLanguage(language, read(join(folder, file)), pathFromRoot(file));
  }
  for (const [language, transform] of Object.entries(pseudoLanguages))
    addLanguage(language, english, pathFromRoot(`${source}.json`), transform);
  // Chunks with the same name are one file: early sections share a file with the other packages' sections, and the rest
  // are separate. A pseudo-language is one file, because each file adds its hash to the page's first script.
  const importRows = (ending: string, chunk: string): string =>
    [...languages, ...Object.keys(pseudoLanguages)]
      .map(
        (language) =>
          `  ${nameOf(language)}: () => import(/* webpackChunkName: "words.${language}${language in pseudoLanguages ? '' : chunk}" */ './${language}${ending}.ts'),\n`,
      )
      .join('');
  const table = (constant: string, rows: string): string => `export const ${constant}: Translations = {\n${rows}};\n`;
  const tables = early[name]
    ? [table('translations', importRows('', '.rest')), table('earlyTranslations', importRows('.early', ''))]
    : [table('translations', importRows('', ''))];
  modules.set(
    'translations.ts',
    `// Made by tools/words. Do not edit.\nimport type { Translations } from '${runtime}';\n\n${tables.join('\n')}`,
  );
  return modules;
}

/** The package of a folder: `…/remotes/chat/src/words` is in chat. */
const packageOf = (folder: string): string => basename(join(folder, '..', '..'));

/** Generates the `gen` folders of these catalogues and writes only changed files. @throws Error with their problems. */
export function generateCatalogues(folders: readonly string[]): void {
  const problems = new Problems();
  for (const folder of folders) {
    const modules = generatePackage(folder, packageOf(folder), problems);
    const gen = join(folder, 'gen');
    mkdirSync(gen, { recursive: true });
    for (const file of readdirSync(gen)) if (!modules.has(file)) rmSync(join(gen, file));
    for (const [file, text] of modules) {
      const path = join(gen, file);
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
    }
  }
  if (problems.found.length > 0)
    throw new Error(`the catalogues of sentences do not fit:\n${problems.found.join('\n')}`);
}

const patterns = ['shared/*/src/words/en.json', 'shell/src/words/en.json', 'remotes/*/src/words/en.json'];

/** The folder of every catalogue of the repository. */
export const catalogueFolders = (): string[] =>
  globSync(patterns, { cwd: root })
    .sort()
    .map((catalogue) => join(root, catalogue, '..'));

/** Generates every package's words/gen. @throws Error with the problems of the catalogues. */
export const generateWords = (): void => generateCatalogues(catalogueFolders());

/**
 * Regenerates them whenever one of them changes and passes problems to `onProblem`. Returns a function that stops
 * watching.
 */
export function watchCatalogues(folders: readonly string[], onProblem: (text: string) => void): () => void {
  let debounceTimer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(folder, (_event, file) => {
      if (!file?.endsWith('.json')) return;
      clearTimeout(debounceTimer); // editors write a file in several steps
      debounceTimer = setTimeout(() => {
        try {
          generateCatalogues(folders);
        } catch (error) {
          onProblem((error as Error).message);
        }
      }, 100);
    }),
  );
  return () => {
    clearTimeout(debounceTimer);
    for (const watcher of watchers) watcher.close();
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    generateWords();
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
