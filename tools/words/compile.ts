// Compiles one ICU message to TypeScript: a string, or a function of its arguments.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A message's arguments by name. `string` is a name, a user's text or another sentence; `number` is formatted. */
export type Params = Map<string, 'string' | 'number'>;

export interface Compiled {
  code: string;
  params: Params;
}

/** How the text between the arguments is changed, for pseudo-languages. */
export type Change = (text: string) => string;

const same: Change = (text) => text;

function take(params: Params, name: string, type: 'string' | 'number'): string {
  const before = params.get(name);
  if (before && before !== type) throw new Error(`{${name}} is a ${before} in one place and a ${type} in another`);
  params.set(name, type);
  return `v.${name}`;
}

/** A part of a template literal. */
const escaped = (text: string): string => text.replace(/[`\\]|\$(?=\{)/g, '\\$&');

function literal(elements: readonly MessageFormatElement[], params: Params, change: Change, counted?: string): string {
  const parts = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return escaped(change(element.value));
      case TYPE.argument:
        return `\${isolate(${take(params, element.value, 'string')})}`;
      case TYPE.number:
        return `\${number(${take(params, element.value, 'number')})}`;
      case TYPE.pound:
        return `\${number(${counted})}`;
      case TYPE.plural: {
        if (element.offset || element.pluralType === 'ordinal') throw new Error('no offsets and no ordinals');
        const value = take(params, element.value, 'number');
        return `\${plural(${value}, ${forms(element.options, params, change, value)})}`;
      }
      case TYPE.select:
        return `\${select(${take(params, element.value, 'string')}, ${forms(element.options, params, change, counted)})}`;
      default:
        throw new Error('dates and times are formatted before: use a plain argument');
    }
  });
  return `\`${parts.join('')}\``;
}

function forms(
  options: Record<string, { value: MessageFormatElement[] }>,
  params: Params,
  change: Change,
  counted?: string,
): string {
  const rows = Object.entries(options).map(
    ([key, { value }]) => `'${key}': ${literal(value, params, change, counted)}`,
  );
  return `{ ${rows.join(', ')} }`;
}

/** Throws a sentence that says what is wrong with the message. */
export function compile(message: string, change: Change = same): Compiled {
  const params: Params = new Map();
  const elements = parse(message, { ignoreTag: true, requiresOtherClause: true });
  const [only] = elements;
  if (elements.length === 0) return { code: `''`, params };
  if (elements.length === 1 && only!.type === TYPE.literal)
    return { code: JSON.stringify(change(only!.value)), params };
  return { code: literal(elements, params, change), params };
}
