// Parses and validates the environment.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { identifierPattern } from '@amber/proto/identifier';
import type { Limits } from '@amber/proto/limits';
import { isRelayUrl } from '@amber/proto/relayUrl';
import * as v from 'valibot';
import type { AiSettings } from './bots/provider/openAi.ts';
import type { RelaySettings } from './calls/relays.ts';
import { isLoopback, isNetwork } from './core/address.ts';
import type { AliyunSettings } from './files/aliyunStore.ts';
import type { S3Settings } from './files/ownStore/bucketClient.ts';
import { logLevels, type LogLevel } from './core/log.ts';
import type { NatsSettings } from './core/natsBus.ts';
import { isPhoneCountry, type PhoneCountry } from './people/signIn/phone.ts';
import { type SignUpMode, signUpModes } from './people/signIn/signUps.ts';
import type { SmsProvider } from './people/signIn/smsProvider.ts';
import { createSmsProvider, smsProviders } from './people/signIn/smsProviders.ts';
import type { IatSettings } from './speech/iatUrl.ts';
import type { SpeechSettings } from './speech/speechServices.ts';
import type { TextToSpeechSettings } from './textToSpeech/openAiSynthesizer.ts';

export interface Config {
  /** 0: any free port. */
  port: number;
  host: string;
  /** Holds the embedded database, and uploaded files. */
  dataDir: string;
  /** A PostgreSQL server; without one the gateway runs its own in `dataDir`. */
  databaseUrl: string | undefined;
  /** The message bus of several gateways on one database; without it this gateway is the only one. */
  nats: NatsSettings | undefined;
  /** The number of connections to the database, besides those for visitors. */
  databasePool: number;
  publicUrl: string | undefined;
  loginUrl: string | undefined;
  sourceUrl: string | undefined;
  logLevel: LogLevel;
  /** Milliseconds from SIGTERM until the load balancer sends nothing more. */
  drainDelay: number;
  /** Where Prometheus reads the metrics; without it there are none. */
  metrics: { host: string; port: number } | undefined;
  /** The operators' identifiers. */
  operators: Set<string>;
  /** Ids of the spaces that newcomers join automatically. */
  joinSpaces: readonly string[];
  /** Aliyun's file store, which devices use directly. */
  aliyun: AliyunSettings | undefined;
  /** The bucket in which this gateway stores files; without both they are stored in `dataDir`. */
  s3: S3Settings | undefined;
  /** Addresses and networks of trusted proxies (X-Forwarded-For), in addition to this machine. */
  trustProxy: readonly string[];
  /** Allowed prefixes of phone numbers for codes; empty: any. */
  smsPrefixes: readonly string[];
  /** The country of numbers that are typed without a country code; without it such numbers are rejected. */
  smsCountry: PhoneCountry | undefined;
  sms: SmsProvider;
  signUp: SignUpMode;
  /** The contact for push services: a mail or web address. */
  pushSubject: string | undefined;
  /** The address for reports of vulnerabilities: a mail or web address. */
  securityContact: string | undefined;
  /** The folder of the operator's legal pages. */
  legalDir: string | undefined;
  /** A service that answers for bots; without it the built-in responder answers. */
  ai: AiSettings | undefined;
  /** A service that converts speech to text; without it the app says that it is not set up. */
  speech: SpeechSettings | undefined;
  /** A service that speaks texts; without it this server does. */
  textToSpeech: TextToSpeechSettings | undefined;
  /** Relays for calls; without them devices connect directly. */
  turn: RelaySettings | undefined;
  limits: Partial<Limits>;
}

const webAddress = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      `${name} must be a web address such as https://chat.example.org`,
    ),
  );

const matching = (pattern: RegExp, message: string) => v.optional(v.pipe(v.string(), v.regex(pattern, message)));

const contactAddress = (name: string) =>
  matching(
    /^(mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/[^\s]+)$/,
    `${name} must be mailto:you@example.org or an https address`,
  );

const portNumber = (name: string) =>
  v.pipe(
    v.string(),
    v.check((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, `${name} must be a number from 0 to 65535`),
    v.transform(Number),
  );

const oneOf = <const Values extends readonly string[]>(name: string, values: Values, fallback: Values[number]) =>
  v.optional(v.picklist(values, `${name} must be one of: ${values.join(', ')}`), fallback);

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const commaSeparated = (isValid: (text: string) => boolean, message: string, fallback = '') =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform(splitList),
      v.check((list) => list.every(isValid), message),
    ),
    fallback,
  );

/** On a trial server people can type made-up numbers; most are long enough for this country. */
const trialCountry: PhoneCountry = 'CN';

const isLocalHost = (host: string): boolean =>
  isIP(host) ? isLoopback(host) : host === '[::1]' || /^[a-z0-9-]+$/i.test(host);

/**
 * An https address, or one that leads to this machine: a host name without a dot belongs to this machine or its
 * containers. Codes and what people say must not cross a network unencrypted.
 */
const protectedAddress = (name: string) =>
  v.pipe(
    webAddress(name),
    v.check(
      (text) => text.startsWith('https:') || !URL.canParse(text) || isLocalHost(new URL(text).hostname),
      `${name} must begin with https://, or lead to this machine`,
    ),
  );

/**
 * What people say must not cross a network unencrypted. The origin of this address becomes part of the engine's content
 * security policy.
 */
function isSpeechAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isEncrypted = protocol === 'wss:' || (protocol === 'ws:' && isLocalHost(hostname));
  return isEncrypted && [username, password, search, hash].every((part) => part === '');
}

const isOrigin = (text: string): boolean => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`;

/** The client compares a certificate with a host name only: it would accept one for 'localhost' from any IP address. */
const isHostName = (host: string): boolean => host !== '' && !host.startsWith('[') && isIP(host) === 0;

/**
 * NATS servers with TLS, or ones that lead to this machine: messages must not cross a network unencrypted. All have the
 * same protocol and the same user.
 */
function isNatsServers(list: readonly string[]): boolean {
  const urls = list.flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  const [first] = urls;
  return (
    first !== undefined &&
    urls.length === list.length &&
    urls.every(
      ({ protocol, hostname, username, password, pathname, search, hash }) =>
        (protocol === 'tls:' ? isHostName(hostname) : protocol === 'nats:' && isLocalHost(hostname)) &&
        protocol === first.protocol &&
        username === first.username &&
        password === first.password &&
        ['', '/'].includes(pathname) &&
        search + hash === '',
    )
  );
}

const schema = v.object({
  PORT: v.optional(portNumber('PORT'), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('HOST must not be empty')), '127.0.0.1'),
  AMBER_DATA: v.optional(v.pipe(v.string(), v.nonEmpty('AMBER_DATA must name a folder')), '.amber'),
  DATABASE_URL: matching(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://'),
  NATS_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform(splitList),
      v.check(
        (list) => isNatsServers(list),
        'NATS_URL must be addresses such as tls://user:password@nats.example.org:4222, separated by commas, with host names and the same user; nats:// only if it leads to this machine',
      ),
    ),
  ),
  NATS_CREDS: v.optional(v.string()),
  DATABASE_POOL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= 4 && Number(text) <= 500,
        'DATABASE_POOL must be a number from 4 to 500',
      ),
      v.transform(Number),
    ),
    '16',
  ),
  PUBLIC_URL: v.optional(webAddress('PUBLIC_URL')),
  LOGIN_URL: v.optional(webAddress('LOGIN_URL')),
  SOURCE_URL: v.optional(webAddress('SOURCE_URL')),
  SMS_PROVIDER: oneOf('SMS_PROVIDER', smsProviders, 'console'),
  SMS_WEBHOOK_URL: v.optional(protectedAddress('SMS_WEBHOOK_URL')),
  SMS_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(16, 'SMS_WEBHOOK_SECRET must have at least 16 characters')),
  ),
  SMS_ALIYUN_KEY_ID: v.optional(v.string()),
  SMS_ALIYUN_KEY_SECRET: v.optional(v.string()),
  SMS_ALIYUN_SIGN: v.optional(v.string()),
  SMS_ALIYUN_TEMPLATE: v.optional(v.string()),
  AMBER_SIGNUP: oneOf('AMBER_SIGNUP', signUpModes, 'open'),
  SMS_PREFIXES: commaSeparated(
    (one) => /^\+\d{1,6}$/.test(one),
    'SMS_PREFIXES must be beginnings of numbers such as +49, separated by commas',
  ),
  SMS_COUNTRY: v.optional(
    v.pipe(v.string(), v.check(isPhoneCountry, 'SMS_COUNTRY must be a country in two capital letters, such as DE')),
  ),
  PUSH_SUBJECT: contactAddress('PUSH_SUBJECT'),
  SECURITY_CONTACT: contactAddress('SECURITY_CONTACT'),
  LEGAL_DIR: v.optional(v.string()),
  METRICS_PORT: v.optional(portNumber('METRICS_PORT')),
  DRAIN_DELAY: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^\d{1,3}$/.test(text) && Number(text) <= 300, 'DRAIN_DELAY must be 0 to 300 seconds'),
      v.transform((text) => Number(text) * 1_000),
    ),
    '0',
  ),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  LOG_LEVEL: oneOf('LOG_LEVEL', logLevels, 'warn'),
  TRUST_PROXY: commaSeparated(
    isNetwork,
    'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
  AMBER_OPERATORS: commaSeparated(
    (one) => identifierPattern.test(one),
    'AMBER_OPERATORS must be identifiers, separated by commas',
  ),
  AMBER_JOIN: commaSeparated(
    (one) => /^[a-z2-7]{1,16}$/.test(one),
    'AMBER_JOIN must be the ids of spaces, separated by commas, or none',
    'welcome',
  ),
  OSS_ACCESS_KEY_ID: v.optional(v.string()),
  OSS_ACCESS_KEY_SECRET: v.optional(v.string()),
  OSS_ROLE_ARN: matching(
    /^acs:ram::\d+:role\/[\w.-]+$/,
    'OSS_ROLE_ARN must be a role such as acs:ram::1234567890:role/amber-files',
  ),
  OSS_BUCKET: matching(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'OSS_BUCKET must be the name of a bucket'),
  OSS_DOMAIN: v.optional(webAddress('OSS_DOMAIN')),
  OSS_REGION: matching(/^[a-z]{2}-[a-z0-9-]{2,40}$/, 'OSS_REGION must be a region such as cn-shanghai'),
  S3_ENDPOINT: v.optional(
    v.pipe(
      protectedAddress('S3_ENDPOINT'),
      v.check(isOrigin, 'S3_ENDPOINT must be the address of a service, without a path or a user'),
    ),
  ),
  S3_REGION: matching(/^[a-z0-9-]{2,64}$/, 'S3_REGION must be a region such as eu-central-1'),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  AI_BASE_URL: v.optional(webAddress('AI_BASE_URL')),
  AI_API_KEY: v.optional(v.string(), ''),
  AI_MODEL: v.optional(v.string(), ''),
  AI_ANSWERS_PER_DAY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, 'AI_ANSWERS_PER_DAY must be a number; 0 for no limit'),
      v.transform(Number),
    ),
  ),
  SPEECH_IAT_APP_ID: matching(/^[\w-]+$/, 'SPEECH_IAT_APP_ID must be the id of an application'),
  SPEECH_IAT_API_KEY: matching(/^[\w-]+$/, 'SPEECH_IAT_API_KEY must be an API key'),
  SPEECH_IAT_API_SECRET: v.optional(v.string()),
  SPEECH_IAT_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isSpeechAddress,
        'SPEECH_IAT_URL must begin with wss://, or with ws:// and lead to this machine, and have no query',
      ),
    ),
    'wss://iat-api.xfyun.cn/v2/iat',
  ),
  SPEECH_BASE_URL: v.optional(protectedAddress('SPEECH_BASE_URL')),
  SPEECH_API_KEY: v.optional(v.string(), ''),
  SPEECH_MODEL: v.optional(v.string(), ''),
  TTS_BASE_URL: v.optional(protectedAddress('TTS_BASE_URL')),
  TTS_API_KEY: v.optional(v.string(), ''),
  TTS_MODEL: v.optional(v.string(), ''),
  TTS_VOICES: commaSeparated(
    (one) => /^[\w.-]{1,64}$/.test(one),
    'TTS_VOICES must be the names of the voices of that service, separated by commas',
    'alloy',
  ),
  TTS_CLONING: oneOf('TTS_CLONING', ['none', 'openai'], 'none'),
  TURN_URLS: commaSeparated(
    isRelayUrl,
    'TURN_URLS must be addresses such as turn:turn.example.org:3478 or turns:turn.example.org:443?transport=tcp, separated by commas',
  ),
  TURN_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'TURN_SECRET must have at least 16 characters'))),
  NODE_ENV: v.optional(v.string(), ''),
});

/** @throws Error when the bus has no database that others can share, or credentials have no bus. */
function natsSettingsOf(values: v.InferOutput<typeof schema>): NatsSettings | undefined {
  const { NATS_URL: urls, NATS_CREDS: credentialsFile, DATABASE_URL } = values;
  if (urls === undefined) {
    if (credentialsFile !== undefined) throw new Error('NATS_CREDS needs NATS_URL, the address of the message bus');
    return undefined;
  }
  if (DATABASE_URL === undefined)
    throw new Error('NATS_URL needs DATABASE_URL: gateways that share a message bus share one database');
  const { protocol, username, password } = new URL(urls[0]!);
  if (username !== '' && credentialsFile !== undefined)
    throw new Error('NATS_URL has a user and NATS_CREDS is set: set one of them');
  return {
    servers: urls.map((url) => new URL(url).host),
    tls: protocol === 'tls:',
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    credentialsFile,
  };
}

/** @throws Error when AI_BASE_URL is set without a model. */
function aiSettingsOf({ AI_BASE_URL, AI_API_KEY, AI_MODEL }: v.InferOutput<typeof schema>): AiSettings | undefined {
  if (AI_BASE_URL === undefined) return undefined;
  const [first, ...others] = splitList(AI_MODEL);
  if (first === undefined) throw new Error('AI_BASE_URL needs AI_MODEL: the names of its models, separated by commas');
  return { baseUrl: AI_BASE_URL, key: AI_API_KEY, models: [first, ...others] };
}

const iatNames = ['SPEECH_IAT_APP_ID', 'SPEECH_IAT_API_KEY', 'SPEECH_IAT_API_SECRET'] as const;

function iatSettingsOf(values: v.InferOutput<typeof schema>): IatSettings | undefined {
  const missing = iatNames.filter((name) => values[name] === undefined);
  if (missing.length === iatNames.length) return undefined;
  if (missing.length > 0) throw new Error(`${iatNames.join(', ')} go together: ${missing.join(', ')} not set`);
  return {
    provider: 'iat',
    appId: values.SPEECH_IAT_APP_ID!,
    apiKey: values.SPEECH_IAT_API_KEY!,
    apiSecret: values.SPEECH_IAT_API_SECRET!,
    url: values.SPEECH_IAT_URL,
  };
}

/** @throws Error when settings are missing, or when both services are set: people are told who hears them. */
function speechSettingsOf(values: v.InferOutput<typeof schema>): SpeechSettings | undefined {
  const iat = iatSettingsOf(values);
  const { SPEECH_BASE_URL: baseUrl, SPEECH_API_KEY: key, SPEECH_MODEL: model } = values;
  if (baseUrl === undefined) return iat;
  if (iat) throw new Error('SPEECH_BASE_URL and SPEECH_IAT_APP_ID are two services: set one of them');
  if (model === '') throw new Error('SPEECH_BASE_URL needs SPEECH_MODEL, the name of its model');
  return { provider: 'relay', baseUrl, key, model };
}

/** @throws Error when there is a service without a model or voices, or when settings have no service. */
function textToSpeechSettingsOf(values: v.InferOutput<typeof schema>): TextToSpeechSettings | undefined {
  const { TTS_BASE_URL: baseUrl, TTS_API_KEY: key, TTS_MODEL: model, TTS_CLONING: cloning } = values;
  if (baseUrl === undefined) {
    if (cloning !== 'none') throw new Error('TTS_CLONING needs TTS_BASE_URL, a service that clones voices');
    return undefined;
  }
  if (model === '') throw new Error('TTS_BASE_URL needs TTS_MODEL, the name of its model');
  const [first, ...others] = values.TTS_VOICES;
  if (first === undefined) throw new Error('TTS_VOICES must name at least one voice');
  return { baseUrl, key, model, voices: [first, ...others], cloning };
}

/** @throws Error when only one of the two is set. */
function relaySettingsOf({
  TURN_URLS: urls,
  TURN_SECRET: secret,
}: v.InferOutput<typeof schema>): RelaySettings | undefined {
  if (secret === undefined) {
    if (urls.length > 0) throw new Error('TURN_URLS needs TURN_SECRET, which the relays share');
    return undefined;
  }
  if (urls.length === 0) throw new Error('TURN_SECRET needs TURN_URLS, the addresses of the relays');
  return { urls, secret };
}

const aliyunNames = ['OSS_ACCESS_KEY_ID', 'OSS_ACCESS_KEY_SECRET', 'OSS_ROLE_ARN', 'OSS_BUCKET', 'OSS_DOMAIN'] as const;

/** @throws Error when some are missing, or when files would be served from the pages' own origin. */
function aliyunSettingsOf(values: v.InferOutput<typeof schema>): AliyunSettings | undefined {
  const missing = aliyunNames.filter((name) => values[name] === undefined);
  if (missing.length === aliyunNames.length && values.OSS_REGION === undefined) return undefined;
  if (missing.length > 0) throw new Error(`${aliyunNames.join(', ')} go together: ${missing.join(', ')} not set`);
  if (values.PUBLIC_URL && new URL(values.PUBLIC_URL).host === new URL(values.OSS_DOMAIN!).host) {
    throw new Error('OSS_DOMAIN must not be the address of the pages: what lies there could act as a page');
  }
  return {
    accessKeyId: values.OSS_ACCESS_KEY_ID!,
    accessKeySecret: values.OSS_ACCESS_KEY_SECRET!,
    roleArn: values.OSS_ROLE_ARN!,
    bucket: values.OSS_BUCKET!,
    domain: values.OSS_DOMAIN!,
    region: values.OSS_REGION ?? 'cn-shanghai',
  };
}

const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Other services than Amazon's mostly ignore the region, but requests are signed with one. */
const regionOfOthers = 'us-east-1';

/** @throws Error when some are missing, or when files would have two places. */
function s3SettingsOf(values: v.InferOutput<typeof schema>): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const missing = s3Names.filter((name) => values[name] === undefined);
  if (missing.length === s3Names.length && endpoint === undefined && region === undefined) return undefined;
  if (missing.length > 0) throw new Error(`${s3Names.join(', ')} go together: ${missing.join(', ')} not set`);
  if (endpoint === undefined && region === undefined)
    throw new Error('S3_BUCKET needs S3_REGION, or S3_ENDPOINT for another service than Amazon’s');
  if (values.OSS_BUCKET !== undefined)
    throw new Error('S3_BUCKET and OSS_BUCKET are two places for files: set one of them');
  return {
    endpoint,
    region: region ?? regionOfOthers,
    bucket: values.S3_BUCKET!,
    accessKeyId: values.S3_ACCESS_KEY_ID!,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
  };
}

/** An empty value counts as unset. */
const withoutEmpty = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * The configuration in these environment variables.
 * @throws Error with one line for every invalid variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const checked = v.safeParse(schema, withoutEmpty(environment));
  if (!checked.success) throw new Error(checked.issues.map((issue) => issue.message).join('\n'));
  const values = checked.output;
  // A login host answers the pages of exactly one origin, and must know which.
  if (values.LOGIN_URL && !values.PUBLIC_URL)
    throw new Error('LOGIN_URL needs PUBLIC_URL, the address of the pages that may sign in there');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.AMBER_DATA),
    databaseUrl: values.DATABASE_URL,
    nats: natsSettingsOf(values),
    databasePool: values.DATABASE_POOL,
    publicUrl: values.PUBLIC_URL,
    loginUrl: values.LOGIN_URL,
    sourceUrl: values.SOURCE_URL,
    logLevel: values.LOG_LEVEL,
    drainDelay: values.DRAIN_DELAY,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    operators: new Set(values.AMBER_OPERATORS),
    joinSpaces: values.AMBER_JOIN.join() === 'none' ? [] : values.AMBER_JOIN,
    aliyun: aliyunSettingsOf(values),
    s3: s3SettingsOf(values),
    trustProxy: values.TRUST_PROXY,
    smsPrefixes: values.SMS_PREFIXES,
    smsCountry:
      (values.SMS_COUNTRY as PhoneCountry | undefined) ??
      (values.SMS_PROVIDER === 'console' ? trialCountry : undefined),
    ai: aiSettingsOf(values),
    speech: speechSettingsOf(values),
    textToSpeech: textToSpeechSettingsOf(values),
    turn: relaySettingsOf(values),
    limits: values.AI_ANSWERS_PER_DAY === undefined ? {} : { answersPerDay: values.AI_ANSWERS_PER_DAY },
    sms: createSmsProvider(values.SMS_PROVIDER, {
      production: values.NODE_ENV === 'production',
      webhook: { url: values.SMS_WEBHOOK_URL, secret: values.SMS_WEBHOOK_SECRET },
      aliyun: {
        keyId: values.SMS_ALIYUN_KEY_ID,
        keySecret: values.SMS_ALIYUN_KEY_SECRET,
        sign: values.SMS_ALIYUN_SIGN,
        template: values.SMS_ALIYUN_TEMPLATE,
      },
    }),
    signUp: values.AMBER_SIGNUP,
    pushSubject: values.PUSH_SUBJECT,
    securityContact: values.SECURITY_CONTACT,
    legalDir: values.LEGAL_DIR,
  };
}
