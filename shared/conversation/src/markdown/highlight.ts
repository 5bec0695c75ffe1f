// Splits code into tokens with lowlight (the grammars of highlight.js).
import { common, createLowlight } from 'lowlight';

export interface CodeToken {
  kind: '' | 'keyword' | 'string' | 'number' | 'comment' | 'name';
  text: string;
}

type Nodes = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'];

const lowlight = createLowlight(common);

/** Some grammars take time in the square of the length of a text, or of a word. Longer ones keep one colour. */
const maxLength = 10_000;
const longWord = /[\w$]{200}/u;

const kinds: Record<string, CodeToken['kind']> = {
  ...grouped('keyword', 'keyword built_in literal selector-tag doctag section tag meta'),
  ...grouped('string', 'string regexp char.escape link quote addition symbol'),
  ...grouped('number', 'number'),
  ...grouped('comment', 'comment deletion'),
  ...grouped('name', 'title attr attribute property name type selector-class selector-id variable template-variable'),
};

function grouped(kind: CodeToken['kind'], scopes: string): Record<string, CodeToken['kind']> {
  return Object.fromEntries(scopes.split(' ').map((scope) => [`hljs-${scope}`, kind]));
}

/** Returns the kind of an element; one without a kind of its own has that of the element around it. */
function kindOf(classes: unknown, outer: CodeToken['kind']): CodeToken['kind'] {
  const scope = Array.isArray(classes) ? String(classes[0]) : '';
  return Object.hasOwn(kinds, scope) ? kinds[scope]! : outer;
}

const tokensOf = (nodes: Nodes, outer: CodeToken['kind']): CodeToken[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return [{ kind: outer, text: node.value }];
    return node.type === 'element' ? tokensOf(node.children, kindOf(node.properties['className'], outer)) : [];
  });

/** Splits code into tokens, or returns null for an unknown language. The tokens contain the complete text. */
export function highlight(text: string, language: string): CodeToken[] | null {
  const name = language.toLowerCase();
  if (text.length > maxLength || longWord.test(text) || !lowlight.registered(name)) return null;
  return tokensOf(lowlight.highlight(name, text).children, '');
}
