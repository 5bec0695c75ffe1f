// Turns the environment into a checked configuration.
import { resolve } from 'node:path';
import * as v from 'valibot';
import { createSmsProvider, smsProviders, type SmsProvider } from './smsProviders.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  loginUrl: string | undefined;
  sourceUrl: string | undefined;
  operators: ReadonlySet<string>;
  /** The ids of the spaces that newcomers are brought into. */
  joinSpaces: readonly string[];
  smsPrefixes: readonly string[];
  sms: SmsProvider;
}

const webAddress = (name: string) => v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    `${name} must be a web address such as https://chat.example.org`),
);

const schema = v.object({
  PORT: v.optional(v.pipe(
    v.string(),
    v.check((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'PORT must be a number from 0 to 65535'),
    v.transform(Number),
  ), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('HOST must not be empty')), '127.0.0.1'),
  AMBER_DATA: v.optional(v.pipe(v.string(), v.nonEmpty('AMBER_DATA must name a folder')), '.amber'),
  DATABASE_URL: v.optional(v.pipe(
    v.string(),
    v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://'),
  )),
  PUBLIC_URL: v.optional(webAddress('PUBLIC_URL')),
  LOGIN_URL: v.optional(webAddress('LOGIN_URL')),
  SOURCE_URL: v.optional(webAddress('SOURCE_URL')),
  SMS_PROVIDER: v.optional(v.picklist(smsProviders, `SMS_PROVIDER must be one of: ${smsProviders.join(', ')}`), 'console'),
  SMS_PREFIXES: v.optional(v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((one) => one.trim()).filter(Boolean)),
    v.check((list) => list.every((one) => /^\+\d{1,6}$/.test(one)), 'SMS_PREFIXES must be beginnings of numbers such as +49, separated by commas'),
  ), ''),
  AMBER_OPERATORS: v.optional(v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((one) => one.trim()).filter(Boolean)),
    v.check((list) => list.every((one) => /^[a-z2-7]{16}$/.test(one)), 'AMBER_OPERATORS must be identifiers, separated by commas'),
  ), ''),
  AMBER_JOIN: v.optional(v.pipe(
    v.string(),
    v.transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((one) => one.trim()).filter(Boolean))),
    v.check((list) => list.every((one) => /^[a-z2-7]{1,16}$/.test(one)), 'AMBER_JOIN must be the ids of spaces, separated by commas, or none'),
  ), 'welcome'),
  NODE_ENV: v.optional(v.string(), ''),
});

/** Set to nothing is the same as not set. */
const withoutEmpty = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * The configuration in these environment variables.
 * @throws Error with one line for every variable that is wrong.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const checked = v.safeParse(schema, withoutEmpty(environment));
  if (!checked.success) throw new Error(checked.issues.map((issue) => issue.message).join('\n'));
  const values = checked.output;
  // A login host answers the pages of one address alone, and must know which.
  if (values.LOGIN_URL && !values.PUBLIC_URL) throw new Error('LOGIN_URL needs PUBLIC_URL, the address of the pages that may sign in there');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.AMBER_DATA),
    databaseUrl: values.DATABASE_URL,
    publicUrl: values.PUBLIC_URL,
    loginUrl: values.LOGIN_URL,
    sourceUrl: values.SOURCE_URL,
    operators: new Set(values.AMBER_OPERATORS),
    joinSpaces: values.AMBER_JOIN,
    smsPrefixes: values.SMS_PREFIXES,
    sms: createSmsProvider(values.SMS_PROVIDER, { production: values.NODE_ENV === 'production' }),
  };
}
