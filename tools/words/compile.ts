// Compiles one ICU message to TypeScript: a string, or a function of its arguments.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** A message's parameters by name. `string` is a name, a user's text or another message; `number` is formatted. */
export type Params = Map<string, 'string' | 'number'>;

export interface Compiled {
  code: string;
  params: Params;
}

/** A change of the text between the parameters, for pseudo-languages. */
export type TextTransform = (text: string) => string;

const identity: TextTransform = (text) => text;

function declareParam(params: Params, name: string, type: 'string' | 'number'): string {
  const before = params.get(name);
  if (before && before !== type) throw new Error(`{${name}} is a ${before} in one place and a ${type} in another`);
  params.set(name, type);
  return `v.${name}`;
}

/** A part of a template literal. */
const escaped = (text: string): string => text.replace(/[`\\]|\$(?=\{)/g, '\\$&');

function templateLiteral(
  elements: readonly MessageFormatElement[],
  params: Params,
  transform: TextTransform,
  pluralArgument?: string,
): string {
  const parts = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return escaped(transform(element.value));
      case TYPE.argument:
        return `\${isolate(${declareParam(params, element.value, 'string')})}`;
      case TYPE.number:
        return `\${number(${declareParam(params, element.value, 'number')})}`;
      case TYPE.pound:
        return `\${number(${pluralArgument})}`;
      case TYPE.plural: {
        if (element.offset || element.pluralType === 'ordinal') throw new Error('no offsets and no ordinals');
        const value = declareParam(params, element.value, 'number');
        return `\${plural(${value}, ${optionsObject(element.options, params, transform, value)})}`;
      }
      case TYPE.select:
        return `\${select(${declareParam(params, element.value, 'string')}, ${optionsObject(element.options, params, transform, pluralArgument)})}`;
      default:
        throw new Error('dates and times are formatted before: use a plain argument');
    }
  });
  return `\`${parts.join('')}\``;
}

function optionsObject(
  options: Record<string, { value: MessageFormatElement[] }>,
  params: Params,
  transform: TextTransform,
  pluralArgument?: string,
): string {
  const rows = Object.entries(options).map(
    ([key, { value }]) => `'${key}': ${templateLiteral(value, params, transform, pluralArgument)}`,
  );
  return `{ ${rows.join(', ')} }`;
}

/** Compiles a message. @throws Error with a sentence that says what is wrong with it. */
export function compile(message: string, transform: TextTransform = identity): Compiled {
  const params: Params = new Map();
  const elements = parse(message, { ignoreTag: true, requiresOtherClause: true });
  const [only] = elements;
  if (elements.length === 0) return { code: `''`, params };
  if (elements.length === 1 && only!.type === TYPE.literal)
    return { code: JSON.stringify(transform(only!.value)), params };
  return { code: templateLiteral(elements, params, transform), params };
}
