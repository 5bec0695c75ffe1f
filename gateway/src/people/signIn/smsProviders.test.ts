import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../core/log.ts';
import { apiOf, outcomeCode, signIn } from '../../testing/client.ts';
import { startTestGateway } from '../../testing/gateway.ts';
import { aliyunSignature, queryOf } from '../../core/aliyunRpc.ts';
import { createAliyunSms } from './smsAliyun.ts';
import { createWebhook, signatureOf } from './smsWebhook.ts';
import { scaledTimeout } from '../../testing/machine.ts';

const secret = 'a secret of two ends';
const phone = '+4915112345678';
const attempts = { tries: 3, timeout: scaledTimeout(1_000), backoff: 1 };

interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
/** What the provider says, in turn; 'nothing' leaves the request open. */
type Answer = { status: number; text?: string; headers?: Record<string, string> } | 'nothing' | 'cut';

let server: Server;
let url: string;
let asked: Asked[] = [];
let answers: Answer[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      asked.push({ url: request.url!, headers: request.headers, body: parts.join('') });
      const answer = answers.shift() ?? { status: 200, text: '{"accepted":true}' };
      if (answer === 'cut') request.socket.destroy();
      else if (answer !== 'nothing') response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/codes`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [asked, answers] = [[], []];
});

const failure = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => '',
    (error: Error) => error.message,
  );

describe('the webhook', () => {
  const send = () => failure(createWebhook({ url, secret }, attempts).send(phone, '012345'));

  test('R224 asks once, with a signature over the time and the body', async () => {
    expect(await send()).toBe('');
    const [{ headers, body }] = asked as [Asked];
    expect(JSON.parse(body)).toEqual({ id: headers['x-amber-id'], phone, code: '012345' });
    const time = String(headers['x-amber-time']);
    expect(Math.abs(Date.now() - Number(time))).toBeLessThan(60_000);
    expect(headers['x-amber-signature']).toBe(signatureOf(secret, time, body));
    expect(signatureOf('another secret', time, body)).not.toBe(headers['x-amber-signature']);
  });

  test('R224 what may pass is tried again under the same id, three times at most', async () => {
    answers = [{ status: 503 }, 'cut'];
    expect(await send()).toBe('');
    expect(new Set(asked.map(({ headers }) => headers['x-amber-id'])).size).toBe(1);
    expect(asked.length).toBe(3);
    asked = [];
    answers = [{ status: 500 }, { status: 429 }, 'nothing'];
    expect(await send()).toBe(`no answer within ${attempts.timeout} ms`);
    expect(asked.length).toBe(3);
  });

  test.each<[string, Answer, string]>([
    ['a refusal', { status: 403 }, 'status 403'],
    ['a page of something else', { status: 200, text: '<html>' }, 'the answer does not say {"accepted":true}'],
    ['another answer', { status: 200, text: '{"accepted":"true"}' }, 'the answer does not say {"accepted":true}'],
    ['an endless answer', { status: 200, text: 'x'.repeat(100_000) }, 'the answer is too long'],
  ])('R224 %s is final', async (_, answer, sentence) => {
    answers = [answer];
    expect(await send()).toBe(sentence);
    expect(asked.length).toBe(1);
  });

  test('a code is never taken to another address', async () => {
    answers = Array.from({ length: 3 }, () => ({ status: 307, headers: { location: `${url}/elsewhere` } }));
    expect(await send()).toBe('it redirects');
    expect(asked.map((one) => one.url)).toEqual(['/codes']);
  });

  test('R224 what fails is told to the person as 100003, and to the log without the number', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const gateway = await startTestGateway({ sms: createWebhook({ url, secret }, attempts), log });
    answers = [{ status: 400 }];
    expect(await outcomeCode(apiOf(gateway.url).login.getSms({ phone, deviceId: 'd' }))).toBe('100003');
    expect(lines.join('')).toContain('"reason":"status 400"');
    expect(lines.join('')).not.toContain(phone.slice(4));
    await gateway.close();
  });

  test('the bridge of deploy/ accepts what is signed, once, and nothing else', async () => {
    const bridge = spawn(process.execPath, [join(import.meta.dirname, '../../../../deploy/smsBridge.mjs')], {
      env: { ...process.env, SMS_WEBHOOK_SECRET: secret, PORT: '0' },
    });
    onTestFinished(() => void bridge.kill());
    const lines: string[] = [];
    const port = await new Promise<string>((resolve) => {
      createInterface(bridge.stdout).on('line', (line) => {
        lines.push(line);
        const [, found] = /:(\d+)$/.exec(line) ?? [];
        if (found !== undefined && line.startsWith('SMS bridge')) resolve(found);
      });
    });
    const at = `http://127.0.0.1:${port}/`;
    await createWebhook({ url: at, secret }, attempts).send(phone, '012345');
    expect(await failure(createWebhook({ url: at, secret: 'something else' }, attempts).send(phone, '1'))).toBe(
      'status 401',
    );
    const body = JSON.stringify({ id: 'one', phone, code: '012345' });
    const post = (time: string) =>
      fetch(at, {
        method: 'POST',
        headers: { 'x-amber-time': time, 'x-amber-signature': signatureOf(secret, time, body) },
        body,
      });
    const now = String(Date.now());
    expect((await Promise.all([post(now), post(now)])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(String(Date.now() - 3_600_000))).status).toBe(401);
    expect(lines.slice(1)).toEqual(['to +491…: a code of 6 digits', 'to +491…: a code of 6 digits']);
  });
});

describe('Aliyun', () => {
  const settings = { keyId: 'testid', keySecret: 'testsecret', sign: '琥珀', template: 'SMS_1' };
  const send = (to = phone) => failure(createAliyunSms(settings, { url, policy: attempts }).send(to, '012345'));

  test("R224 signs as the service's own documentation does", () => {
    const query = queryOf({
      Timestamp: '2016-02-23T12:46:24Z',
      Format: 'XML',
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      Version: '2014-05-26',
      SignatureVersion: '1.0',
    });
    expect(aliyunSignature('GET', query, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
  });

  test.each([
    ['+8613800138000', '13800138000'],
    ['+4915112345678', '4915112345678'],
    ['+85291234567', '85291234567'],
  ])('R224 %s is sent as %s, with the template and its code', async (to, number) => {
    answers = [{ status: 200, text: '{"Code":"OK","Message":"OK"}' }];
    expect(await send(to)).toBe('');
    const given = new URLSearchParams(asked[0]!.body);
    const { Signature, ...rest } = Object.fromEntries(given);
    expect(rest).toMatchObject({
      Action: 'SendSms',
      PhoneNumbers: number,
      SignName: '琥珀',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"012345"}',
    });
    expect(Signature).toBe(aliyunSignature('POST', queryOf(rest), settings.keySecret));
  });

  test.each([
    ['{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"+49151…"}', 'Aliyun says isv.BUSINESS_LIMIT_CONTROL', 1],
    ['{"Code":"isp.SYSTEM_ERROR"}', 'Aliyun says isp.SYSTEM_ERROR', 3],
    ['<html>', 'the answer is not one of Aliyun', 1],
  ])('R224 %s is a failure', async (text, sentence, times) => {
    answers = Array.from({ length: 3 }, () => ({ status: 200, text }));
    expect(await send()).toBe(sentence);
    expect(asked.length).toBe(times);
  });
});

test('R224 an operator sends a test message, and reads why it failed', async () => {
  const operators = new Set<string>();
  const options = { operators, limits: { codeResendAfter: 0 } };
  const first = await startTestGateway(options);
  const operator = await signIn(first);
  operators.add(operator.identifier);
  expect(await operator.api.operator.testSms({ phone })).toEqual({ reason: '' });
  expect(first.lastCode(phone)).toBe('000000');
  expect(await outcomeCode(operator.api.operator.testSms({ phone: 'x' }))).toBe('100001');
  const { databaseUrl } = first;
  const second = await startTestGateway({ ...options, databaseUrl, sms: createWebhook({ url, secret }, attempts) });
  answers = [{ status: 402 }];
  const api = apiOf(second.url, operator.tokens.token);
  expect(await api.operator.testSms({ phone })).toEqual({ reason: 'status 402' });
  expect((await api.operator.signIn({})).sms).toBe('webhook');
  await second.close();
  await first.close();
});
