// Reads the generated tables of messages and calls, which are kept as short texts: they are part of the first load.
import type { Calls, Messages } from '../gen/types.ts';

/** A field's number, name and type, and whether there may be several. */
export type Field = readonly [number: number, name: string, type: string, mark?: 'repeated'];

/** How a call is made. */
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
 * A line for each message: its name and its fields, each `name:type*@number`. Without a type it is a string, with an
 * asterisk there may be several, and without a number it has the next one.
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
 * A line for each call: its name, its request and reply, and then `json` or the base. An asterisk is the method's name
 * with a capital letter; `Request` and `Reply` are added except to names after an equals sign.
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
