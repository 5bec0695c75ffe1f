// Finds text that pages and dialogs have in their code instead of in a catalogue, also where no test opens them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { root } from '../run.ts';

interface Node {
  type: string;
  [field: string]: unknown;
}

/** The props and attributes that are read by people. */
const textProps = new Set(
  'title text label hint lead action cancel error placeholder alt aria-label aria-description aria-valuetext'.split(
    ' ',
  ),
);
/** Their content is the same in every language. */
const sameEverywhere = new Set(['code', 'kbd', 'script', 'style', 'title']);

const isText = (value: unknown): value is string => typeof value === 'string' && /\p{L}{2}/u.test(value);
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nameOf = ({ name }: Node): string => String((name as Node | undefined)?.name ?? '');

/** Returns the strings that an expression can have as its value. */
function stringsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return isText(node.value) ? [node.value] : [];
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).flatMap(({ value: { cooked } }) =>
        isText(cooked) ? [cooked] : [],
      );
    case 'JSXExpressionContainer':
      return stringsIn(node.expression);
    case 'ConditionalExpression':
      return [...stringsIn(node.consequent), ...stringsIn(node.alternate)];
    case 'LogicalExpression':
      return [...stringsIn(node.left), ...stringsIn(node.right)];
    default:
      return [];
  }
}

/** Returns the hard-coded texts of a component's source. */
export function hardCodedTexts(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement') {
      const opening = node.openingElement as Node;
      const attributes = (opening.attributes as Node[]).filter(({ type }) => type === 'JSXAttribute');
      const isMarked = attributes.some((one) => nameOf(one) === 'translate' && (one.value as Node).value === 'no');
      if (isMarked || sameEverywhere.has(nameOf(opening))) return;
      for (const attribute of attributes)
        if (textProps.has(nameOf(attribute))) found.push(...stringsIn(attribute.value));
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children as Node[]) {
        if (child.type === 'JSXText' && isText(child.value)) found.push(child.value.trim());
        if (child.type === 'JSXExpressionContainer') found.push(...stringsIn(child));
      }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(visit);
      else if (isNode(value)) visit(value);
    }
  };
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node);
  return found;
}

/** Checks the components of all pages; the gallery is for developers. */
export const findHardCodedTexts = (): string[] =>
  globSync('{shared/*,shell,remotes/*}/src/**/*.tsx', {
    cwd: root,
    exclude: (path) => /\.test\.tsx$|\/(testing|gallery|node_modules)(\/|$)/.test(path),
  }).flatMap((file) => hardCodedTexts(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`));
