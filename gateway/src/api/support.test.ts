import type { Input, Problem } from '@amber/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { apiOf, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let written = '';
const log = createLog('info', {
  write: (line: string) => {
    written += line;
  },
});

/** A stopped clock, so that a minute ends where a test says so. */
let now = Date.now();

let gateway: TestGateway;
let person: Person;
beforeAll(async () => {
  gateway = await startTestGateway({
    log,
    clock: () => now,
    limits: {
      problemReportsPerMinute: 4,
      problemLinesPerAccount: 20,
      problemLinesPerMinute: 40,
      problemsPerReport: 30,
    },
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  now += 60_000;
  person = await signIn(gateway, { name: 'Fritz Geheim' });
  written = '';
});

const report = (...problems: Input<Problem>[]) => outcomeCode(person.api.support.report({ problems }));
const lines = () =>
  written
    .split('\n')
    .filter((line) => line.includes('problem on a device'))
    .map((line) => {
      const { time: _time, pid: _pid, hostname: _hostname, ...told } = JSON.parse(line) as Record<string, unknown>;
      return told;
    });

describe('R229 what devices tell of their problems', () => {
  test('R229 each problem is one line, without the account', async () => {
    expect(
      await report(
        {
          what: 'call',
          code: 'REQUEST_FAILED',
          about: 'message.sync',
          request: '0123456789abcdef',
          count: 3,
          secondsAgo: 7,
        },
        { what: 'engineViolation', code: 'inline', about: 'script-src-elem', count: 1 },
        { what: 'row', code: 'bad_mac', count: 1 },
      ),
    ).toBe('SUCCESS');
    const msg = 'problem on a device';
    expect(lines()).toEqual([
      {
        level: 30,
        what: 'call',
        code: 'REQUEST_FAILED',
        about: 'message.sync',
        requests: ['0123456789abcdef'],
        count: 3,
        secondsAgo: 7,
        msg,
      },
      { level: 40, what: 'engineViolation', code: 'inline', about: 'script-src-elem', count: 1, secondsAgo: 0, msg },
      { level: 40, what: 'row', code: 'bad_mac', count: 1, secondsAgo: 0, msg },
    ]);
    for (const canary of [person.identifier, person.deviceId, person.phone, person.tokens.token])
      expect(written).not.toContain(canary);
  });

  test('R229 whatever a page makes up is not written: no lines of its own, no words, no numbers beyond their bounds', async () => {
    const evil = '"}\n{"level":60,"msg":"Fritz Geheim"}\u001b[2J\u2028';
    expect(
      await report(
        { what: evil, code: evil, about: evil, request: evil, count: 2_147_483_647, secondsAgo: -5 },
        {
          what: 'constructor',
          code: '__proto__',
          about: 'toString',
          request: 'toString',
          count: -1,
          secondsAgo: 2_147_483_647,
        },
        { what: 'call', code: 'UNKNOWN', about: 'message.sync?Fritz', request: '0123456789ABCDEF', count: 0 },
        { what: 'violation', code: 'https://evil.example/Fritz', about: 'message.sync' },
        { what: 'row', code: 'x'.repeat(60), about: 'script-src' },
        {},
      ),
    ).toBe('SUCCESS');
    const [bounds, names, ...rest] = lines();
    expect(bounds).toMatchObject({ what: 'other', code: 'other', count: 1_000_000, secondsAgo: 0 });
    expect(names).toEqual({
      level: 40,
      what: 'other',
      code: 'other',
      count: 1,
      secondsAgo: 86_400,
      msg: 'problem on a device',
    });
    expect(rest).toMatchObject([
      { what: 'call', code: 'UNKNOWN' },
      { what: 'violation', code: 'other' },
      { what: 'row', code: 'other' },
      { what: 'other', code: 'other' },
    ]);
    expect(rest.every((line) => !('about' in line) && !('requests' in line))).toBe(true);
    for (const line of written.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(lines()).toHaveLength(6);
    for (const canary of ['Fritz', 'xxx', '\u001b', '\u2028']) expect(written).not.toContain(canary);
  });

  test('R229 a flood writes no more than its share', async () => {
    expect(await report(...Array.from({ length: 1_000 }, () => ({ what: 'row', code: 'bad_mac' })))).toBe('TOO_LARGE');
    expect(lines()).toEqual([]);
    const one = { what: 'row', code: 'bad_mac' };
    const codes = [];
    for (let reports = 0; reports < 6; reports += 1) codes.push(await report(...Array.from({ length: 5 }, () => one)));
    expect(codes).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY', 'TOO_MANY']);
    for (let people = 0; people < 3; people += 1) {
      person = await signIn(gateway);
      await report(...Array.from({ length: 30 }, () => one));
    }
    expect(lines()).toHaveLength(40);
  });

  test('R229 one account does not use up what others may write', async () => {
    const full = Array.from({ length: 30 }, () => ({ what: 'row', code: 'bad_mac' }));
    for (let reports = 0; reports < 4; reports += 1) await report(...full);
    expect(lines()).toHaveLength(20);
    person = await signIn(gateway);
    expect(await report(...full.slice(0, 20))).toBe('SUCCESS');
    expect(lines()).toHaveLength(40);
  });

  test('R229 who has no session tells nothing', async () => {
    expect(await outcomeCode(apiOf(gateway.url).support.report({ problems: [{ what: 'row', code: 'bad_mac' }] }))).toBe(
      '9001',
    );
    expect(lines()).toEqual([]);
  });
});
