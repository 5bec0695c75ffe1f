// Finds messages that are read while a module loads, which therefore stay English, and messages that no code uses.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';
import { root } from '../run.ts';

/** A catalogue or a part of it. A list of lines is translated in place, like a group. */
export type Words = string | readonly string[] | { readonly [key: string]: Words };

export interface Usage {
  /** The lines on which a message is read at module level, with its path. */
  early: { line: number; path: string }[];
  /** The paths of the messages that the file uses, such as `shell/src/words.settings.title`. */
  used: Set<string>;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** The path of the words in each variable, by name; null for a variable that shadows another one. */
type Scope = Map<string, readonly string[] | null>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode));

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
/** Wrappers around an expression that do not change it. */
const wrappers = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Methods that call their argument immediately. */
const immediateCalls = /^(map|flatMap|filter|find|forEach|from|reduce|some|every|sort|toSorted)$/;

/** The names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'Property') return namesIn(pattern.value as Node);
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left as Node);
  return childrenOf(pattern).flatMap(namesIn);
}

/** The key of `a.key` and `a['key']`; undefined if it is known only at run time. */
function keyOf({ property, computed }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed) return name as string;
  return type === 'Literal' ? String(value) : undefined;
}

/** Finds how one file uses the catalogues. `sections` is keyed by path, such as `shell/src/words.settings`. */
export function usageIn(file: string, source: string, sections: ReadonlyMap<string, Words>): Usage {
  const used = new Set<string>();
  const early: Usage['early'] = [];
  const moduleScope: Scope = new Map();
  /** This module's functions by name, and which of them it calls while it loads. */
  const moduleFunctions = new Map<string, Node>();
  const visitedFunctions = new Set<Node>();

  const wordsAt = ([section, ...keys]: readonly string[]): Words | undefined =>
    keys.reduce<Words | undefined>(
      (words, key) =>
        typeof words === 'object' && Object.hasOwn(words, key) ? (words as Record<string, Words>)[key] : undefined,
      sections.get(section!),
    );
  const markUsed = (path: readonly string[]): void => {
    const words = wordsAt(path);
    if (typeof words === 'string') used.add(path.join('.'));
    else for (const key of Object.keys(words ?? {})) markUsed([...path, key]);
  };
  const read = (path: readonly string[], { start }: Node, isEarly: boolean): void => {
    markUsed(path);
    if (isEarly) early.push({ line: source.slice(0, start).split('\n').length, path: path.join('.') });
  };
  /** The path of the words that an expression refers to, as far as static analysis can tell. */
  const pathOf = (node: Node, scope: Scope): readonly string[] | null => {
    if (node.type === 'Identifier') return scope.get(node.name as string) ?? null;
    if (wrappers.has(node.type)) return pathOf(node.expression as Node, scope);
    if (node.type !== 'MemberExpression') return null;
    const of = pathOf(node.object as Node, scope);
    const key = of && keyOf(node);
    const path = of && key !== undefined ? [...of, key!] : null;
    return path && wordsAt(path) !== undefined ? path : null;
  };
  const isGroup = (path: readonly string[]): boolean => typeof wordsAt(path) === 'object';

  /** `allowsGroup`: a whole group may be used here, to be read later. */
  const visit = (node: Node, scope: Scope, isEarly: boolean, allowsGroup = false): void => {
    const path = pathOf(node, scope);
    if (path) return isGroup(path) && allowsGroup ? markUsed(path) : read(path, node, isEarly);
    if (node.type.startsWith('TS') && !wrappers.has(node.type)) return; // a type reads nothing
    if (functions.has(node.type)) return visitFunction(node, scope, false);
    switch (node.type) {
      case 'ImportDeclaration':
        return;
      case 'BlockStatement':
        return visitAll(node, new Map(scope), isEarly);
      case 'VariableDeclarator':
        return declare(node, scope, isEarly);
      case 'MemberExpression':
        // `words.kinds[kind]` may read any of them. `words.title.length` visits the message.
        visit(node.object as Node, scope, isEarly);
        return node.computed ? visit(node.property as Node, scope, isEarly) : undefined;
      case 'Property':
        if (node.computed) visit(node.key as Node, scope, isEarly);
        return visit(node.value as Node, scope, isEarly, true);
      case 'PropertyDefinition':
        return node.value ? visit(node.value as Node, scope, isEarly && node.static === true, true) : undefined;
      case 'CallExpression':
        return visitCall(node, scope, isEarly);
      default:
        return visitAll(node, scope, isEarly);
    }
  };
  const visitAll = (node: Node, scope: Scope, isEarly: boolean): void => {
    for (const child of childrenOf(node)) visit(child, scope, isEarly);
  };
  const visitFunction = (node: Node, scope: Scope, isEarly: boolean): void => {
    const inner = new Map(scope);
    for (const name of (node.params as Node[]).flatMap(namesIn)) inner.set(name, null);
    for (const param of node.params as Node[]) visitAll(param, inner, isEarly);
    visit(node.body as Node, inner, isEarly);
  };
  /** A function that is called immediately is part of its caller. */
  const visitCall = (node: Node, scope: Scope, isEarly: boolean): void => {
    const callee = node.callee as Node;
    const isImmediate = callee.type === 'MemberExpression' && immediateCalls.test(keyOf(callee) ?? '');
    const fn = isEarly && callee.type === 'Identifier' ? moduleFunctions.get(callee.name as string) : undefined;
    if (fn && !visitedFunctions.has(fn)) {
      visitedFunctions.add(fn);
      visitFunction(fn, moduleScope, true);
    }
    if (functions.has(callee.type)) visitFunction(callee, scope, isEarly);
    else visit(callee, scope, isEarly);
    for (const argument of node.arguments as Node[]) {
      if (functions.has(argument.type)) visitFunction(argument, scope, isEarly && isImmediate);
      else visit(argument, scope, isEarly);
    }
  };
  const declare = ({ id, init }: Node, scope: Scope, isEarly: boolean): void => {
    const [pattern, value] = [id as Node, init as Node | null];
    const path = value && pathOf(value, scope);
    for (const name of namesIn(pattern)) scope.set(name, null);
    if (!path || !isGroup(path)) return value ? visit(value, scope, isEarly, true) : undefined;
    if (pattern.type === 'Identifier') return void scope.set(pattern.name as string, path);
    if (pattern.type !== 'ObjectPattern') return read(path, value!, isEarly);
    for (const property of pattern.properties as Node[]) {
      const [name] = namesIn(property);
      const inner = property.type === 'Property' &&
        !property.computed && [...path, (property.key as Node).name as string];
      if (!inner || wordsAt(inner) === undefined) read(path, property, isEarly);
      else if (isGroup(inner)) scope.set(name!, inner);
      else read(inner, property, isEarly);
    }
  };

  const { body } = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as { body: Node[] };
  for (const statement of body) {
    const declaration = (statement.declaration as Node | null) ?? statement;
    if (functions.has(declaration.type) && declaration.id)
      moduleFunctions.set((declaration.id as Node).name as string, declaration);
    for (const { id, init } of (declaration.declarations as Node[] | undefined) ?? []) {
      if (init && functions.has((init as Node).type)) moduleFunctions.set((id as Node).name as string, init as Node);
    }
  }
  for (const statement of body) {
    const from = (statement.source as Node | null)?.value as string | undefined;
    const [, folder, name] = (from && /^(.*\bwords)\/gen\/(.+)\.ts$/.exec(join(dirname(file), from))) || [];
    const section = `${folder}.${name}`;
    if (folder && statement.type.startsWith('Export')) markUsed([section]);
    else if (folder && sections.has(section)) {
      for (const { local } of statement.specifiers as { local: Node }[])
        moduleScope.set(local.name as string, [section]);
    } else visit(statement, moduleScope, true);
  }
  return { early, used };
}

const leafPaths = (words: Words, path: string): string[] =>
  typeof words === 'string'
    ? [path]
    : Object.entries(words).flatMap(([key, value]) => leafPaths(value, `${path}.${key}`));

/** Checks all pages: returns messages that are read too early, as `file:line: path`, and messages that no code uses. */
export function findUsage(): { early: string[]; unused: string[] } {
  const sections = new Map<string, Words>();
  for (const catalogue of globSync('{shared/*,shell,remotes/*}/src/words/en.json', { cwd: root })) {
    const words = JSON.parse(readFileSync(join(root, catalogue), 'utf8')) as Record<string, Words>;
    for (const [name, section] of Object.entries(words)) sections.set(`${dirname(catalogue)}.${name}`, section);
  }
  const files = globSync('{shared/*,shell,remotes/*}/{src,engine}/**/*.{ts,tsx}', { cwd: root });
  const usages = files
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$|words\/gen\//.test(file))
    .sort()
    .map((file) => ({ file, ...usageIn(file, readFileSync(join(root, file), 'utf8'), sections) }));
  // The static text of a page refers to its messages as {{app.title}}.
  const inPages = globSync('shell/src/**/*.html', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\{\{([\w.]+)\}\}/g)].map(
      ([, path]) => `shell/src/words.${path}`,
    ),
  );
  // The manifest of the installed app is generated at build time, from paths such as outside.findPeople.
  const manifest = readFileSync(join(root, 'tools/rspack/installable.ts'), 'utf8');
  const inManifest = [...manifest.matchAll(/\b((?:app|outside)\.[\w.]+)/g)].map(
    ([, path]) => `shell/src/words.${path}`,
  );
  const used = new Set([...usages.flatMap((usage) => [...usage.used]), ...inPages, ...inManifest]);
  return {
    early: usages.flatMap(({ file, early }) => early.map(({ line, path }) => `${file}:${line}: ${path}`)),
    unused: [...sections].flatMap(([path, words]) => leafPaths(words, path)).filter((path) => !used.has(path)),
  };
}
