import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';

describe('configuration', () => {
  test('nothing set gives a gateway for this machine', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080, host: '127.0.0.1', dataDir: resolve('.amber'), databaseUrl: undefined, publicUrl: undefined, loginUrl: undefined, sourceUrl: undefined, sms: { name: 'console' }, joinSpaces: ['welcome'],
    });
  });

  test('set to nothing is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined, publicUrl: undefined });
  });

  test('R119 the spaces that newcomers are brought into are a list, or none', () => {
    expect(readConfig({ AMBER_JOIN: 'welcome, abcdefgh234567aa' }).joinSpaces).toEqual(['welcome', 'abcdefgh234567aa']);
    expect(readConfig({ AMBER_JOIN: 'none' }).joinSpaces).toEqual([]);
  });

  test.each([
    [{ AMBER_JOIN: 'wel come' }, 'AMBER_JOIN must be the ids of spaces'],
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://'],
    [{ PUBLIC_URL: 'chat.example' }, 'PUBLIC_URL must be a web address such as https://chat.example.org'],
    [{ LOGIN_URL: 'javascript:alert(1)' }, 'LOGIN_URL must be a web address such as https://chat.example.org'],
    [{ LOGIN_URL: 'https://login.example' }, 'LOGIN_URL needs PUBLIC_URL'],
    [{ SMS_PREFIXES: '+49,x' }, 'SMS_PREFIXES must be beginnings of numbers such as +49, separated by commas'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be one of: console'],
    [{ PORT: 'x', PUBLIC_URL: 'y' }, 'PORT must be a number from 0 to 65535\nPUBLIC_URL must be a web address such as https://chat.example.org'],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
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
