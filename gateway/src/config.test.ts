import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';

const oss = {
  OSS_ACCESS_KEY_ID: 'id',
  OSS_ACCESS_KEY_SECRET: 'secret',
  OSS_ROLE_ARN: 'acs:ram::1234567890:role/amber-files',
  OSS_BUCKET: 'amber-files',
  OSS_DOMAIN: 'https://files.example.org',
};

const s3 = { S3_BUCKET: 'amber-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

const speech = { SPEECH_IAT_APP_ID: 'app', SPEECH_IAT_API_KEY: 'key', SPEECH_IAT_API_SECRET: 'secret' };

describe('configuration', () => {
  test('nothing set gives a gateway for this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.amber'),
      databaseUrl: undefined,
      publicUrl: undefined,
      loginUrl: undefined,
      sourceUrl: undefined,
      aliyun: undefined,
      s3: undefined,
      sms: { name: 'console' },
      joinSpaces: ['welcome'],
    });
  });

  test('R227 the proxies whose word counts are addresses and networks', () => {
    expect(readConfig({}).trustProxy).toEqual([]);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::7' }).trustProxy).toEqual(['10.0.0.0/8', '2001:db8::7']);
    expect(() => readConfig({ TRUST_PROXY: 'proxy.example' })).toThrow('TRUST_PROXY must be');
  });

  test('R259 numbers without a country code are read as ones of SMS_COUNTRY; only a server for trials has a default', () => {
    expect(readConfig({}).smsCountry).toBe('CN');
    expect(readConfig({ SMS_COUNTRY: 'DE' }).smsCountry).toBe('DE');
    expect(readConfig({ SMS_PROVIDER: 'none' }).smsCountry).toBeUndefined();
  });

  test('R241 a message bus is protected, has one user, and is shared along with a database', () => {
    const database = { DATABASE_URL: 'postgres://db/amber' };
    const read = (url: string, more = {}) => readConfig({ ...database, NATS_URL: url, ...more }).nats;
    expect(readConfig(database).nats).toBeUndefined();
    expect(read('tls://amber:p%40ss@one.example:4222, tls://amber:p%40ss@two.example:4222')).toEqual({
      servers: ['one.example:4222', 'two.example:4222'],
      tls: true,
      user: 'amber',
      password: 'p@ss',
      credentialsFile: undefined,
    });
    expect(read('nats://127.0.0.1:4222', { NATS_CREDS: '/etc/amber.creds' })).toMatchObject({
      servers: ['127.0.0.1:4222'],
      tls: false,
      user: undefined,
      credentialsFile: '/etc/amber.creds',
    });
    for (const url of [
      'localhost:4222',
      ' , ',
      'nats://nats.example.org:4222',
      'tls://one.example, nats://localhost',
      'tls://a:b@one.example, tls://c:d@two.example',
      'tls://one.example/path',
      'tls://10.0.0.7',
      'tls://[fd00::7]:4222',
      'tls://',
      'nats://',
    ])
      expect(() => read(url), url).toThrow('NATS_URL must be addresses');
    expect(() => readConfig({ NATS_URL: 'nats://localhost' })).toThrow('NATS_URL needs DATABASE_URL');
    expect(() => readConfig({ NATS_CREDS: '/etc/amber.creds' })).toThrow('NATS_CREDS needs NATS_URL');
    expect(() => read('nats://a:b@localhost', { NATS_CREDS: '/etc/amber.creds' })).toThrow('set one of them');
  });

  test('R242 metrics are served on their own port, to this machine only unless METRICS_HOST is set', () => {
    expect(readConfig({}).metrics).toBeUndefined();
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '::' }).metrics).toEqual({ host: '::', port: 9464 });
    expect(() => readConfig({ METRICS_PORT: 'on' })).toThrow('METRICS_PORT must be a number from 0 to 65535');
  });

  test('R241 the pool of the database has 16 connections, or as many as are set', () => {
    expect(readConfig({}).databasePool).toBe(16);
    expect(readConfig({ DATABASE_POOL: '8' }).databasePool).toBe(8);
    for (const DATABASE_POOL of ['3', '501', 'many', '-8'])
      expect(() => readConfig({ DATABASE_POOL })).toThrow('DATABASE_POOL must be a number from 4 to 500');
  });

  test('R241 the delay of a drain is in seconds', () => {
    expect(readConfig({}).drainDelay).toBe(0);
    expect(readConfig({ DRAIN_DELAY: '5' }).drainDelay).toBe(5_000);
    expect(() => readConfig({ DRAIN_DELAY: '301' })).toThrow('DRAIN_DELAY must be 0 to 300 seconds');
  });

  test('set to nothing is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '' })).toMatchObject({
      port: 8080,
      databaseUrl: undefined,
      publicUrl: undefined,
    });
  });

  test('R90 files lie with Aliyun where all of its settings are there', () => {
    expect(readConfig(oss).aliyun).toEqual({
      accessKeyId: 'id',
      accessKeySecret: 'secret',
      roleArn: 'acs:ram::1234567890:role/amber-files',
      bucket: 'amber-files',
      domain: 'https://files.example.org',
      region: 'cn-shanghai',
    });
    expect(readConfig({ ...oss, OSS_REGION: 'eu-central-1' }).aliyun?.region).toBe('eu-central-1');
  });

  test('R241 files are stored in a bucket of Amazon, or of another service', () => {
    const settings = { bucket: 'amber-files', accessKeyId: 'id', secretAccessKey: 'secret' };
    expect(readConfig({ ...s3, S3_REGION: 'eu-central-1' }).s3).toEqual({
      ...settings,
      endpoint: undefined,
      region: 'eu-central-1',
    });
    expect(readConfig({ ...s3, S3_ENDPOINT: 'https://s3.example.org' }).s3).toEqual({
      ...settings,
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
    });
    expect(readConfig({ ...s3, S3_ENDPOINT: 'http://minio:9000/' }).s3?.endpoint).toBe('http://minio:9000/');
  });

  test('R131 texts are spoken by a service, or by this server', () => {
    expect(readConfig({ TTS_MODEL: 'm', TTS_VOICES: 'coral' }).textToSpeech).toBeUndefined();
    const service = { TTS_BASE_URL: 'http://127.0.0.1:9000/v1', TTS_MODEL: 'm' };
    expect(readConfig(service).textToSpeech).toEqual({
      baseUrl: service.TTS_BASE_URL,
      key: '',
      model: 'm',
      voices: ['alloy'],
      cloning: 'none',
    });
    const all = { ...service, TTS_API_KEY: 'k', TTS_VOICES: 'coral, verse', TTS_CLONING: 'openai' };
    expect(readConfig(all).textToSpeech).toMatchObject({ key: 'k', voices: ['coral', 'verse'], cloning: 'openai' });
  });

  test('R144 speech becomes text by one of two services, or by none', () => {
    expect(readConfig({}).speech).toBeUndefined();
    expect(readConfig({ SPEECH_IAT_URL: 'wss://speech.example/v2/iat' }).speech).toBeUndefined();
    const iat = { provider: 'iat', appId: 'app', apiKey: 'key', apiSecret: 'secret' };
    expect(readConfig(speech).speech).toEqual({ ...iat, url: 'wss://iat-api.xfyun.cn/v2/iat' });
    const local = 'ws://127.0.0.1:4000/v2/iat';
    expect(readConfig({ ...speech, SPEECH_IAT_URL: local }).speech).toEqual({ ...iat, url: local });
    const baseUrl = 'http://localhost:9000/v1';
    expect(readConfig({ SPEECH_BASE_URL: baseUrl, SPEECH_MODEL: 'm' }).speech).toEqual({
      provider: 'relay',
      baseUrl,
      key: '',
      model: 'm',
    });
  });

  test('R119 the spaces that newcomers are brought into are a list, or none', () => {
    expect(readConfig({ AMBER_JOIN: 'welcome, abcdefgh234567aa' }).joinSpaces).toEqual(['welcome', 'abcdefgh234567aa']);
    expect(readConfig({ AMBER_JOIN: 'none' }).joinSpaces).toEqual([]);
  });

  test.each([
    [
      { OSS_BUCKET: 'amber-files' },
      'go together: OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET, OSS_ROLE_ARN, OSS_DOMAIN not set',
    ],
    [{ ...oss, OSS_DOMAIN: '' }, 'go together: OSS_DOMAIN not set'],
    [{ ...oss, OSS_REGION: 'oss.example.org/' }, 'OSS_REGION must be a region'],
    [{ OSS_REGION: 'cn-hangzhou' }, 'go together: OSS_ACCESS_KEY_ID'],
    [{ ...oss, OSS_DOMAIN: 'files.example.org' }, 'OSS_DOMAIN must be a web address'],
    [{ ...oss, OSS_ROLE_ARN: 'amber' }, 'OSS_ROLE_ARN must be a role such as acs:ram::1234567890:role/amber-files'],
    [{ ...oss, OSS_BUCKET: 'Amber_Files' }, 'OSS_BUCKET must be the name of a bucket'],
    [{ ...oss, PUBLIC_URL: 'https://files.example.org' }, 'OSS_DOMAIN must not be the address of the pages'],
    [{ S3_BUCKET: 'amber-files' }, 'go together: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY not set'],
    [{ S3_REGION: 'eu-central-1' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY not set'],
    [s3, 'S3_BUCKET needs S3_REGION'],
    [{ ...s3, S3_REGION: 'EU' }, 'S3_REGION must be a region'],
    [{ ...s3, S3_ENDPOINT: 'http://s3.example.org' }, 'S3_ENDPOINT must begin with https://'],
    [{ ...s3, S3_ENDPOINT: 'https://s3.example.org/files' }, 'without a path or a user'],
    [{ ...s3, S3_ENDPOINT: 'https://id@s3.example.org' }, 'without a path or a user'],
    [{ ...s3, S3_REGION: 'eu-central-1', S3_BUCKET: 'A' }, 'S3_BUCKET must be the name of a bucket'],
    [{ ...oss, ...s3, S3_REGION: 'eu-central-1' }, 'two places for files'],
    [{ SPEECH_IAT_API_KEY: 'k' }, 'go together: SPEECH_IAT_APP_ID, SPEECH_IAT_API_SECRET not set'],
    [{ ...speech, SPEECH_IAT_API_KEY: 'a", b="c' }, 'SPEECH_IAT_API_KEY must be an API key'],
    [{ ...speech, SPEECH_IAT_URL: 'ws://iat-api.xfyun.cn/v2/iat' }, 'SPEECH_IAT_URL must begin with wss://'],
    [{ ...speech, SPEECH_IAT_URL: 'wss://iat-api.xfyun.cn/v2/iat?a=b' }, 'SPEECH_IAT_URL must begin with wss://'],
    [{ ...speech, SPEECH_IAT_URL: 'wss://a:b@iat-api.xfyun.cn/' }, 'SPEECH_IAT_URL must begin with wss://'],
    [{ TTS_BASE_URL: 'https://voice.example/v1' }, 'TTS_BASE_URL needs TTS_MODEL'],
    [{ TTS_BASE_URL: 'http://voice.example/v1', TTS_MODEL: 'm' }, 'TTS_BASE_URL must begin with https://'],
    [
      { TTS_BASE_URL: 'https://voice.example/v1', TTS_MODEL: 'm', TTS_VOICES: ',' },
      'TTS_VOICES must name at least one',
    ],
    [{ TTS_VOICES: 'alloy,../x/y' }, 'TTS_VOICES must be the names of the voices'],
    [{ TTS_CLONING: 'openai' }, 'TTS_CLONING needs TTS_BASE_URL'],
    [{ TTS_CLONING: 'yes' }, 'TTS_CLONING must be one of: none, openai'],
    [{ TURN_URLS: 'turn:turn.example.org' }, 'TURN_URLS needs TURN_SECRET'],
    [{ TURN_SECRET: 'sixteen letters.' }, 'TURN_SECRET needs TURN_URLS'],
    [{ TURN_URLS: 'turn:turn.example.org', TURN_SECRET: 'short' }, 'TURN_SECRET must have at least 16 characters'],
    [{ TURN_URLS: 'https://turn.example.org', TURN_SECRET: 'sixteen letters.' }, 'TURN_URLS must be addresses such as'],
    [{ SPEECH_BASE_URL: 'https://speech.example/v1' }, 'SPEECH_BASE_URL needs SPEECH_MODEL'],
    [{ SPEECH_BASE_URL: 'speech.example', SPEECH_MODEL: 'm' }, 'SPEECH_BASE_URL must be a web address'],
    [{ SPEECH_BASE_URL: 'http://speech.example/v1', SPEECH_MODEL: 'm' }, 'SPEECH_BASE_URL must begin with https://'],
    [{ ...speech, SPEECH_BASE_URL: 'https://a.example/v1', SPEECH_MODEL: 'm' }, 'are two services: set one of them'],
    [{ AMBER_JOIN: 'wel come' }, 'AMBER_JOIN must be the ids of spaces'],
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
    [{ PUBLIC_URL: 'chat.example' }, 'PUBLIC_URL must be a web address such as https://chat.example.org'],
    [{ LOGIN_URL: 'javascript:alert(1)' }, 'LOGIN_URL must be a web address such as https://chat.example.org'],
    [{ LOGIN_URL: 'https://login.example' }, 'LOGIN_URL needs PUBLIC_URL'],
    [{ SMS_PREFIXES: '+49,x' }, 'SMS_PREFIXES must be beginnings of numbers such as +49, separated by commas'],
    [{ SMS_COUNTRY: 'Germany' }, 'SMS_COUNTRY must be a country in two capital letters, such as DE'],
    [{ SMS_COUNTRY: 'XX' }, 'SMS_COUNTRY must be a country in two capital letters, such as DE'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of: silent, fatal, error, warn, info, debug, trace'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be one of: console, webhook, aliyun, none'],
    [{ SMS_PROVIDER: 'webhook' }, 'SMS_PROVIDER=webhook needs SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET'],
    [{ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_SECRET: 'short' }, 'SMS_WEBHOOK_SECRET must have at least 16 characters'],
    [{ SMS_WEBHOOK_URL: 'http://sms.example.org/codes' }, 'SMS_WEBHOOK_URL must begin with https://'],
    [
      { SMS_PROVIDER: 'aliyun', SMS_ALIYUN_KEY_ID: 'id' },
      'SMS_PROVIDER=aliyun needs SMS_ALIYUN_KEY_SECRET, SMS_ALIYUN_SIGN, SMS_ALIYUN_TEMPLATE',
    ],
    [{ AMBER_SIGNUP: 'maybe' }, 'AMBER_SIGNUP must be one of: open, invited, closed'],
    [
      { PORT: 'x', PUBLIC_URL: 'y' },
      'PORT must be a number from 0 to 65535\nPUBLIC_URL must be a web address such as https://chat.example.org',
    ],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  test('R229 the log is as talkative as it was asked to be', () => {
    expect(readConfig({}).logLevel).toBe('warn');
    expect(readConfig({ LOG_LEVEL: 'debug' }).logLevel).toBe('debug');
  });

  test('codes are not printed in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('SMS_PROVIDER=console prints sign-in codes in clear');
  });

  test('the console provider prints one line of JSON', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await readConfig({}).sms.send('+4912345', '012345');
    const printed = write.mock.calls.map(([text]) => text);
    write.mockRestore();
    expect(printed).toEqual(['{"msg":"sms code","phone":"+4912345","code":"012345"}\n']);
  });
});
