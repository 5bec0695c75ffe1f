// Parses the generated tables of messages and calls, which are compact texts because they are part of the first load.
import type { Calls, Messages } from '../gen/types.ts';

/** A field's number, name and type, and whether it is repeated. */
export type Field = readonly [number: number, name: string, type: string, mark?: 'repeated'];

/** The path and the message types of a call. */
export interface Route {
  path: string;
  base: 'gateway' | 'login';
  request: keyof Messages;
  reply: keyof Messages;
  json: boolean;
}

const lines = (text: string): string[][] => text.split('\n').map((line) => line.split(' '));

const fieldForm = /^(\w+)(?::(\w+))?(\*?)(?:@(\d+))?$/;

/**
 * Parses the layouts: a line for each message with its name and its fields, each `name:type*@number`. The default type
 * is string, an asterisk marks a repeated field, and the default number is the next one.
 */
export const layoutsOf = (text: string): Readonly<Record<string, readonly Field[]>> =>
  Object.fromEntries(
    lines(text).map(([message, ...fields]) => {
      let last = 0;
      return [
        message!,
        fields.map((field): Field => {
          const [, name, type = 'string', many, number] = fieldForm.exec(field)!;
          last = number ? Number(number) : last + 1;
          return many ? [last, name!, type, 'repeated'] : [last, name!, type];
        }),
      ];
    }),
  );

/**
 * Parses the routes: a line for each call with its name, its request and reply, and then `json` or the base. An
 * asterisk stands for the method's name with a capital letter; `Request` and `Reply` are appended except to names after
 * an equals sign.
 */
export const routesOf = (text: string): Readonly<Record<keyof Calls, Route>> =>
  Object.fromEntries(
    lines(text).map(([call, request, reply, ...marks]) => {
      const [service, method] = call!.split('.') as [string, string];
      const named = (name: string, suffix: string) =>
        name[0] === '=' ? name.slice(1) : name.replace('*', method[0]!.toUpperCase() + method.slice(1)) + suffix;
      const base = marks.includes('login') ? 'login' : 'gateway';
      return [
        call,
        {
          path: `${base === 'login' ? '' : `/${service}`}/${method}`,
          base,
          request: named(request!, 'Request'),
          reply: named(reply!, 'Reply'),
          json: marks.includes('json'),
        },
      ];
    }),
  ) as Record<keyof Calls, Route>;
