// Generates gen/ from the .proto files: types, the codec's layouts, and the tables of calls and commands.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';

const here = import.meta.dirname;
const gen = join(here, 'gen');
const files = readdirSync(here)
  .filter((name) => name.endsWith('.proto'))
  .sort()
  .map((name) => join(here, name));

/** The scalars that src/codec.ts supports, and their TypeScript types. */
const scalars: Record<string, string> = {
  string: 'string',
  bytes: 'Uint8Array',
  bool: 'boolean',
  int32: 'number',
  int64: 'number',
};

/** Returns the TypeScript name of a message or enum: nested names are joined by an underscore. */
const typeName = (type: protobuf.ReflectionObject): string =>
  type.fullName.replace(/^\.amber\./, '').replaceAll('.', '_');

function fieldType(field: protobuf.Field): string {
  field.resolve();
  const one = scalars[field.type] ?? (field.resolvedType && typeName(field.resolvedType));
  if (!one || field.map || field.partOf) throw new Error(`src/codec.ts does not support ${field.fullName}`);
  if (field.repeated) return `${one}[]`;
  return field.resolvedType instanceof protobuf.Type ? `${one} | null` : one;
}

/** Formats a field in the short form that `layoutsOf` of src/tables.ts parses. */
function layoutOf(field: protobuf.Field, at: number, all: protobuf.Field[]): string {
  const type = field.resolvedType ? typeName(field.resolvedType) : field.type;
  const isNext = field.id === (all[at - 1]?.id ?? 0) + 1;
  return `${field.name}${type === 'string' ? '' : `:${type}`}${field.repeated ? '*' : ''}${isNext ? '' : `@${field.id}`}`;
}

/** Formats a request or reply in the short form that `routesOf` of src/tables.ts parses. */
function typeOfCall(type: string, method: string, suffix: string): string {
  if (!type.endsWith(suffix)) return `=${type}`;
  return type.slice(0, -suffix.length).replace(method[0]!.toUpperCase() + method.slice(1), '*');
}

function describe(root: protobuf.Root) {
  const types: string[] = [];
  const layouts = new Map<protobuf.Type, string>();
  const enums = new Map<protobuf.Enum, string>();
  const messages: string[] = [];
  const services: protobuf.Service[] = [];
  const visit = (object: protobuf.ReflectionObject) => {
    if (object instanceof protobuf.Service) services.push(object);
    if (object instanceof protobuf.Enum) {
      types.push(
        `export type ${typeName(object)} = ${Object.keys(object.values)
          .map((v) => `'${v}'`)
          .join(' | ')};`,
      );
      enums.set(object, `  ${typeName(object)}: ${JSON.stringify(object.values)},`);
    }
    if (object instanceof protobuf.Type) {
      messages.push(typeName(object));
      const fields = object.fieldsArray.map((field) => `  ${field.name}: ${fieldType(field)};`);
      types.push(`export interface ${typeName(object)} {\n${fields.join('\n')}${fields.length ? '\n' : ''}}`);
      layouts.set(object, [typeName(object), ...object.fieldsArray.map(layoutOf)].join(' '));
    }
    if (object instanceof protobuf.Namespace) object.nestedArray.forEach(visit);
  };
  visit(root.lookup('amber')!);
  return { types, layouts, enums, messages, services };
}

const option = (object: protobuf.ReflectionObject, name: string): unknown => object.options?.[`(${name})`];

const signatureOf = ({ requestType, responseType }: protobuf.Method): string =>
  `{ request: ${requestType}; reply: ${responseType} }`;

function tables(services: protobuf.Service[]) {
  const http = services.filter((service) => option(service, 'direction') === undefined);
  const socket = services.filter((service) => option(service, 'direction') !== undefined);
  const calls = http.flatMap((service) => service.methodsArray.map((method) => ({ service, method })));

  const routes = calls.map(({ service, method }) => {
    const base = option(service, 'base');
    const path = base === 'login' ? '' : `/${service.name}`;
    if (option(service, 'path') !== path) throw new Error(`the path of ${service.name} is not '${path}'`);
    return [
      `${service.name}.${method.name}`,
      typeOfCall(method.requestType, method.name, 'Request'),
      typeOfCall(method.responseType, method.name, 'Reply'),
      ...(base === undefined ? [] : [base]),
      ...(option(method, 'json') === true ? ['json'] : []),
    ].join(' ');
  });
  const commands = socket.flatMap((service) =>
    service.methodsArray.map(
      (method) =>
        `  ${method.name}: ${JSON.stringify({
          number: Number(option(method, 'number')),
          direction: option(service, 'direction'),
          request: method.requestType,
          reply: method.responseType,
        })},`,
    ),
  );

  const callTypes = calls.map(({ service, method }) => `  '${service.name}.${method.name}': ${signatureOf(method)};`);
  const api = http
    .filter((service) => service.methodsArray.length > 0)
    .map(
      (service) =>
        `  ${service.name}: {\n${service.methodsArray
          .map(
            (method) => `    ${method.name}(request: Input<${method.requestType}>): Promise<${method.responseType}>;`,
          )
          .join('\n')}\n  };`,
    );
  const commandTypes = (direction: string) =>
    socket
      .filter((service) => option(service, 'direction') === direction)
      .flatMap(({ methodsArray }) => methodsArray.map((method) => `  ${method.name}: ${signatureOf(method)};`));

  return { routes, commands, callTypes, api, up: commandTypes('up'), down: commandTypes('down') };
}

/**
 * The calls that an engine makes on its own: it synchronizes and sends. Other calls are made by people, or rarely. Those
 * for a code are here too, so that nobody waits for the rest of the layouts before they can ask for one.
 */
const calledFirst: Readonly<Record<string, readonly string[]>> = {
  login: ['getSms', 'login'],
  user: ['refreshToken', 'privacy', 'initPreKeyBundle', 'distributePreKey', 'updatePreKeyBundle', 'devices'],
  conversation: ['list', 'queryMembers'],
  message: ['sync', 'read', 'sendPrivateMessage', 'sendGroupMessage', 'sendInOrder'],
  groupChat: ['querySpace'],
  contact: ['contactList', 'contactApplyList'],
};

/** What an engine reads and writes besides calls and socket commands. */
const openedFirst = ['Envelope', 'DevicesChanged', 'Sealed'];

/** Splits the layouts and enums into two parts: an engine starts with the first one. */
function parted(
  root: protobuf.Root,
  services: readonly protobuf.Service[],
  layouts: ReadonlyMap<protobuf.Type, string>,
  enums: ReadonlyMap<protobuf.Enum, string>,
) {
  const withFields = (types: Iterable<protobuf.Type>, found = new Set<protobuf.Type>()): Set<protobuf.Type> => {
    for (const type of types) {
      if (found.has(type)) continue;
      found.add(type);
      withFields(
        type.fieldsArray.flatMap(({ resolvedType }) => (resolvedType instanceof protobuf.Type ? resolvedType : [])),
        found,
      );
    }
    return found;
  };
  const calls = services.flatMap((service) => service.methodsArray.map((method) => ({ service, method })));
  const isSocket = (service: protobuf.Service) => option(service, 'direction') !== undefined;
  const first = calls.filter(({ service, method }) => calledFirst[service.name]?.includes(method.name));
  if (first.length !== Object.values(calledFirst).flat().length)
    throw new Error('calledFirst names a call that the .proto files do not have');
  const used = [...first, ...calls.filter(({ service }) => isSocket(service))];
  const names = [...openedFirst, ...used.flatMap(({ method }) => [method.requestType, method.responseType])];
  const needed = withFields(names.map((name) => root.lookupType(`amber.${name}`)));
  const neededEnums = new Set([...needed].flatMap(({ fieldsArray }) => fieldsArray.map((field) => field.resolvedType)));
  const part = (isFirst: boolean) => ({
    layouts: [...layouts].flatMap(([type, line]) => (needed.has(type) === isFirst ? line : [])),
    enums: [...enums].flatMap(([type, line]) => (neededEnums.has(type) === isFirst ? line : [])),
  });
  return { first: part(true), later: part(false) };
}

const enumTable = (enums: readonly string[]): string => `
/** The numbers of the values of their enums. */
export const enums: Readonly<Record<string, Readonly<Record<string, number>>>> = {
${enums.join('\n')}
};
`;

const header = '// Generated by generate.ts from the .proto files. Do not edit.\n';

async function main() {
  mkdirSync(gen, { recursive: true });
  const root = new protobuf.Root().loadSync(files, { keepCase: true }); // A sorted list makes the output reproducible.
  const { types, layouts, enums, messages, services } = describe(root);
  const { routes, commands, callTypes, api, up, down } = tables(services);

  writeFileSync(
    join(gen, 'types.ts'),
    `${header}
/** A message as its sender writes it: every field is optional, and is sent with its default if it is left out. */
export type Input<T> = T extends Uint8Array ? T : T extends (infer U)[] ? Input<U>[] : T extends object ? { [K in keyof T]?: Input<T[K]> } : T;

${types.join('\n\n')}

/** All messages, by name. */
export interface Messages {
${messages.map((name) => `  ${name}: ${name};`).join('\n')}
}

/** The request and the reply of each HTTP call. */
export interface Calls {
${callTypes.join('\n')}
}

/** The HTTP calls as functions, grouped by service. */
export interface Api {
${api.join('\n')}
}

/** The socket commands that a device sends. */
export interface Commands {
${up.join('\n')}
}

/** The socket commands that the gateway pushes to a device. */
export interface Pushes {
${down.join('\n')}
}
`,
  );

  writeFileSync(
    join(gen, 'routes.ts'),
    `${header}
import { routesOf } from '../src/tables.ts';

export const routes = routesOf(\`${routes.join('\n')}\`);

export const commands = {
${commands.join('\n')}
} as const;
`,
  );

  const { first, later } = parted(root, services, layouts, enums);
  for (const [name, about, part] of [
    ['firstLayouts', 'the messages that an engine needs for the calls that it makes on its own', first],
    ['laterLayouts', 'the messages that only the calls of people need', later],
  ] as const)
    writeFileSync(
      join(gen, `${name}.ts`),
      `${header}
import { layoutsOf } from '../src/tables.ts';

/** The fields of ${about}. */
export const layouts = layoutsOf(\`${part.layouts.join('\n')}\`);
${enumTable(part.enums)}`,
    );
  writeFileSync(
    join(gen, 'layouts.ts'),
    `${header}
import * as first from './firstLayouts.ts';
import * as later from './laterLayouts.ts';

/** The fields of all messages. */
export const layouts = { ...first.layouts, ...later.layouts };
/** The numbers of the values of all enums. */
export const enums = { ...first.enums, ...later.enums };
`,
  );
}

await main();
// This import throws if a request field has no limit.
await import('./src/requestLimits.ts');
