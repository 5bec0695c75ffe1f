// Describes every call, socket command and message of the .proto files, as Markdown for people who write clients.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';

const introduction = `# Calls and messages

Generated from \`proto/*.proto\` by \`npm run docs\`; do not edit. [wire.md](wire.md) describes how calls, the envelope of an answer and
the socket work. A field with \`[]\` is repeated. Fields that a request leaves out have the default value of their type.
`;

const option = (object: protobuf.ReflectionObject, name: string): unknown => object.options?.[`(${name})`];

/** A comment in one line, fit for the cell of a table. */
const commentOf = ({ comment }: protobuf.ReflectionObject): string =>
  (comment ?? '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').trim();

const nameOf = (type: protobuf.ReflectionObject): string => type.fullName.replace(/^\.amber\./, '');

const anchorOf = (name: string): string => name.toLowerCase().replaceAll('.', '');

function typeOf(field: protobuf.Field): string {
  field.resolve();
  const name = field.resolvedType
    ? `[${nameOf(field.resolvedType)}](#${anchorOf(nameOf(field.resolvedType))})`
    : field.type;
  return field.repeated ? `${name}[]` : name;
}

function fieldTable({ fieldsArray }: protobuf.Type): string {
  if (fieldsArray.length === 0) return 'No fields.\n';
  const rows = fieldsArray.map(
    (field) => `| ${field.id} | \`${field.name}\` | ${typeOf(field)} | ${commentOf(field)} |`,
  );
  return ['| number | field | type | meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function valueTable({ values, comments }: protobuf.Enum): string {
  const rows = Object.entries(values).map(
    ([name, number]) => `| ${number} | \`${name}\` | ${(comments[name] ?? '').replaceAll(/\s+/g, ' ')} |`,
  );
  return ['| number | value | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

const paragraph = (text: string): string => (text === '' ? '' : `${text}\n\n`);

/** How a client makes a call, or the number of a socket command. */
function addressOf(service: protobuf.Service, method: protobuf.Method): string {
  const direction = option(service, 'direction');
  if (direction !== undefined)
    return `Command ${option(method, 'number')}, ${direction === 'up' ? 'from the device' : 'from the gateway'}`;
  const format = option(method, 'json') === true ? ', in JSON' : '';
  const base = option(service, 'base') === 'login' ? ', at the host for sign-in' : '';
  return `\`POST /gateway${String(option(service, 'path'))}/${method.name}\`${format}${base}`;
}

const link = (type: string): string => `[${type}](#${anchorOf(type)})`;

function describeService(service: protobuf.Service): string {
  const calls = service.methodsArray.map(
    (method) =>
      `| \`${method.name}\` | ${addressOf(service, method)} | ${link(method.requestType)} | ${link(method.responseType)} | ${commentOf(method)} |`,
  );
  return [
    `### Service ${service.name}\n`,
    `${paragraph(commentOf(service))}| name | address | request | reply | meaning |`,
    '|---|---|---|---|---|',
    ...calls,
    '',
  ].join('\n');
}

const describeType = (type: protobuf.Type | protobuf.Enum): string =>
  `### ${nameOf(type)}\n\n${paragraph(commentOf(type))}${type instanceof protobuf.Type ? fieldTable(type) : valueTable(type)}`;

/** Returns the whole reference. The same .proto files give the same text. */
export function describeCalls(): string {
  const folder = import.meta.dirname;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.proto'))
    .sort()
    .map((name) => join(folder, name));
  const root = new protobuf.Root().loadSync(files, { keepCase: true, alternateCommentMode: true });
  const services: protobuf.Service[] = [];
  const types: (protobuf.Type | protobuf.Enum)[] = [];
  const visit = (object: protobuf.ReflectionObject) => {
    if (object instanceof protobuf.Service && object.methodsArray.length > 0) services.push(object);
    if (object instanceof protobuf.Type || object instanceof protobuf.Enum) types.push(object);
    if (object instanceof protobuf.Namespace) object.nestedArray.forEach(visit);
  };
  visit(root.lookup('amber')!);
  const isSocket = (service: protobuf.Service) => option(service, 'direction') !== undefined;
  return [
    introduction,
    '## Calls over HTTP\n',
    ...services.filter((service) => !isSocket(service)).map(describeService),
    '## Commands of the socket\n',
    ...services.filter(isSocket).map(describeService),
    '## Messages\n',
    ...types.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)).map(describeType),
  ].join('\n');
}
