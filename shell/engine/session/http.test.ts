import type { Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createHttp, isCall } from './http.ts';
import { singleFlight } from '../kit/singleFlight.ts';

interface Asked {
  url: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: number[];
}

const envelope = (code: string, data: Uint8Array = new Uint8Array(0)) =>
  new Response(new Uint8Array(encode('Envelope', { code, data })));
const found = encode('ContactSearchReply', { list: [{ identifier: 'bob' }] });

/** A client whose gateway answers as the test says. */
function setUp(
  answer: (asked: Asked, index: number) => Response | Promise<Response>,
  { token = 'old', loginUrl = '', unapproved = null as { identifier: string; device: string } | null } = {},
) {
  const asked: Asked[] = [];
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    if (url.endsWith('/gateway/config')) return new Response(JSON.stringify({ loginUrl }));
    asked.push({
      url,
      method: init.method,
      headers: init.headers as Record<string, string>,
      body: [...(init.body as Uint8Array)],
    });
    return answer(asked.at(-1)!, asked.length - 1);
  });
  const holder = { current: token, refreshes: 0 };
  const refresh = singleFlight(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    holder.refreshes += 1;
    holder.current = `new ${holder.refreshes}`;
  });
  const http = createHttp(
    { fetch: fetch as unknown as typeof globalThis.fetch, origin: 'http://here' },
    { token: () => holder.current, refresh, unapprovedDevice: async () => unapproved },
  );
  return { ...http, asked, holder, fetch };
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => thrown,
  );

describe('R47 a call', () => {
  it('R47 is a POST of protobuf with the token, and its reply comes out of the envelope', async () => {
    const { call, asked } = setUp(() => envelope('SUCCESS', found));
    expect((await call('contact.search', { keyword: 'bob' })).list[0]!.identifier).toBe('bob');
    expect(asked).toEqual([
      {
        url: 'http://here/gateway/contact/search',
        method: 'POST',
        headers: {
          'content-type': 'application/x-protobuf',
          'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
          token: 'old',
        },
        body: [...encode('ContactSearchRequest', { keyword: 'bob' })],
      },
    ]);
  });

  it('R47 has no token header when nobody is signed in', async () => {
    const { api, asked } = setUp(() => envelope('30001', found), { token: '' });
    expect((await api.contact.search({ keyword: 'bob' })).list).toHaveLength(1);
    expect(asked[0]!.headers).not.toHaveProperty('token');
  });

  it('R50 login calls go to the host that the gateway names, asked once, without a token', async () => {
    const { call, asked, fetch } = setUp(() => envelope('SUCCESS'), { loginUrl: 'https://login.test' });
    await call('login.getSms', { phone: '1' });
    await call('login.login', { phone: '1' });
    await call('user.logOut', {});
    expect(asked.map(({ url, headers }) => [url, headers.token])).toEqual([
      ['https://login.test/gateway/getSms', undefined],
      ['https://login.test/gateway/login', undefined],
      ['http://here/gateway/user/logOut', 'old'],
    ]);
    expect(fetch.mock.calls.filter(([url]) => url.endsWith('config'))).toHaveLength(1);
  });

  it('R50 a host that could not be learnt is asked for again', async () => {
    const { call, fetch } = setUp(() => envelope('SUCCESS'));
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    expect(await faultOf(call('login.getSms', {}))).toMatchObject({ code: 'NO_RESPONSE' });
    fetch.mockResolvedValueOnce(new Response('<html>'));
    expect(await faultOf(call('login.getSms', {}))).toMatchObject({ code: 'REQUEST_FAILED' });
    await call('login.getSms', {});
  });

  it('R52 only calls of the gateway are calls', () => {
    expect(['contact.search', 'contact.nothing', 'constructor', '__proto__'].map(isCall)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('R51 R163 what goes wrong', () => {
  const unreadable = () => new Response('<!doctype html><title>Sign in to the hotel</title>');
  it.each([
    ['a business code', () => envelope('100004'), '100004'],
    ['an unknown code', () => envelope('424242'), '424242'],
    ['another status', () => new Response('', { status: 502 }), 'REQUEST_FAILED'],
    ['an answer of somebody else', unreadable, 'REQUEST_FAILED'],
    ['an empty answer', () => new Response(''), 'REQUEST_FAILED'],
    ['a reply that is cut short', () => envelope('SUCCESS', Uint8Array.of(10, 9, 1)), 'REQUEST_FAILED'],
    [
      'no answer',
      () => {
        throw new TypeError('fetch failed');
      },
      'NO_RESPONSE',
    ],
  ])('R51 R163 %s', async (_, answer, code) => {
    const fault = await faultOf(setUp(answer).call('contact.search', {}));
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code, message: code });
  });

  const errorOf = (body: BodyInit, type = 'text/plain; charset=utf-8', status = 503) =>
    faultOf(setUp(() => new Response(body, { status, headers: { 'content-type': type } })).call('contact.search', {}));
  it.each([
    ['Closed for maintenance\n until noon. ', 'Closed for maintenance until noon.'],
    ['维护中', '维护中'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('R163 an HTTP error has the message of the server: %s', async (body, message) => {
    expect(await errorOf(body)).toMatchObject({ code: 'REQUEST_FAILED', message });
  });

  it.each([
    ['of a page', '<h1>Bad gateway</h1>', 'text/html'],
    ['without a type', new Uint8Array([65, 66]), ''],
    ['that is empty', ' \n', 'text/plain'],
    ['that is a code', 'UNAVAILABLE', 'text/plain'],
    ['that is too long', 'x'.repeat(201), 'text/plain'],
    ['of a megabyte', 'x'.repeat(1_000_000), 'text/plain'],
    ['that would reverse the line', 'Failed \u202E!', 'text/plain'],
    ['with control characters', 'Failed\0', 'text/plain'],
    ['of bytes that are no text', new Uint8Array([65, 255]), 'text/plain'],
  ])('R163 an HTTP error with a message %s has none', async (_, body, type) => {
    expect(await errorOf(body, type)).toMatchObject({ code: 'REQUEST_FAILED', message: 'REQUEST_FAILED' });
  });

  it('R163 an error message that never ends does not delay the error', async () => {
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('Overloaded')),
    });
    expect(await errorOf(endless as BodyInit)).toMatchObject({ message: 'Overloaded' });
  });

  it('R163 bytes that come with a code are handed on', async () => {
    const changed = encode('DevicesChanged', { missing: [{ identifier: 'bob', deviceId: 'b1' }] });
    const fault = (await faultOf(
      setUp(() => envelope('DEVICES_CHANGED', changed)).call('message.sendPrivateMessage', {}),
    )) as Fault;
    expect(decode('DevicesChanged', fault.data!).missing).toEqual([{ identifier: 'bob', deviceId: 'b1' }]);
  });
});

describe('R18 R19 a refused token', () => {
  it('R18 any number of parallel calls: one refresh, each refused call replayed once as it was', async () => {
    const calls = fc.array(
      fc.record({ keyword: fc.string(), code: fc.constantFrom('9001', '1002', 'SUCCESS'), late: fc.nat(3) }),
      { minLength: 1, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (planned) => {
        const { call, asked, holder } = setUp(async ({ headers, body }) => {
          const { keyword } = decode('ContactSearchRequest', Uint8Array.from(body));
          const { code, late } = planned[Number(keyword.split(' ')[0])]!;
          for (let turn = 0; turn < late * 2; turn += 1)
            await new Promise((resolve) => {
              setTimeout(resolve);
            });
          return envelope(headers.token === 'old' ? code : 'SUCCESS', found);
        });
        await Promise.all(
          planned.map(({ keyword }, index) => call('contact.search', { keyword: `${index} ${keyword}` })),
        );

        const refused = planned.filter(({ code }) => code !== 'SUCCESS').length;
        expect(holder.refreshes).toBe(refused > 0 ? 1 : 0);
        const [first, again] = [asked.slice(0, planned.length), asked.slice(planned.length)];
        expect(again).toHaveLength(refused);
        for (const { url, method, body, headers } of again) {
          expect(
            first.filter((one) => one.url === url && one.method === method && String(one.body) === String(body)),
          ).toHaveLength(1);
          expect(headers.token).toBe('new 1');
        }
      }),
      { numRuns: 25 },
    );
  });

  it('R18 T5 a message that was refused is sent once more under its own id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (count) => {
        const { call, asked, holder } = setUp(({ headers }) => envelope(headers.token === 'old' ? '9001' : 'SUCCESS'));
        const ids = Array.from({ length: count }, (_, index) => `m${String(index).padStart(23, '0')}`);
        await Promise.all(
          ids.map((id) => call('message.sendPrivateMessage', { id, conversation: { conversationId: 'c1' } })),
        );
        const sent = (token: string) =>
          asked
            .filter(({ headers }) => headers.token === token)
            .map(({ body }) => decode('SendMessageRequest', Uint8Array.from(body)).id)
            .toSorted();
        expect(holder.refreshes).toBe(1);
        expect([sent('old'), sent('new 1')]).toEqual([ids, ids]);
      }),
      { numRuns: 20 },
    );
  });

  it('R18 R162 at most one retry: a second refusal is the answer, with its text', async () => {
    const { call, asked, holder } = setUp(() => envelope('1002'));
    expect(await faultOf(call('contact.search', {}))).toMatchObject({ code: '1002' });
    expect([asked.length, holder.refreshes]).toEqual([2, 1]);
  });

  it('R247 a device that waits for approval says so where that is why a call was refused', async () => {
    const unapproved = { identifier: 'alice', device: 'a1' };
    const { call } = setUp(() => envelope('NO_AUTH'), { unapproved });
    const codes = async (...calls: Promise<unknown>[]) =>
      (await Promise.all(calls.map(faultOf))).map((fault) => (fault as Fault).code);
    const withCommand = { conversation: { conversationId: 'c1' }, content: [{ cmdId: 'edit' }] };
    const plain = { conversation: { conversationId: 'c1' }, content: [{ type: 'text' }] };
    expect(
      await codes(
        call('user.exportData', {}),
        call('message.sendPrivateMessage', withCommand),
        call('user.signOutDevice', { deviceId: 'another' }),
      ),
    ).toEqual(['NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED']);
    // These are open to it, so there is another reason.
    expect(
      await codes(
        call('message.history', {}),
        call('message.sendPrivateMessage', plain),
        call('user.signOutDevice', { deviceId: 'a1' }),
      ),
    ).toEqual(['NO_AUTH', 'NO_AUTH', 'NO_AUTH']);
    const approved = setUp(() => envelope('NO_AUTH'));
    expect(await codes(approved.call('user.exportData', {}))).toEqual(['NO_AUTH']);
  });

  it('R162 other codes of a token, and calls that fetch one, are not refreshed', async () => {
    const refused = setUp(() => envelope('1003'));
    expect(await faultOf(refused.call('contact.search', {}))).toMatchObject({ code: '1003' });
    const fetching = setUp(() => envelope('9001'));
    expect(await faultOf(fetching.call('user.refreshToken', {}))).toMatchObject({ code: '9001' });
    expect([refused.asked.length, refused.holder.refreshes, fetching.asked.length, fetching.holder.refreshes]).toEqual([
      1, 0, 1, 0,
    ]);
  });

  it('R19 a refresh that fails is what every waiting call gets', async () => {
    const fetch = vi.fn(async () => envelope('9001'));
    const refresh = singleFlight(async () => {
      throw new Fault('SIGNED_OUT');
    });
    const { call } = createHttp(
      { fetch: fetch as unknown as typeof globalThis.fetch, origin: '' },
      { token: () => 'old', refresh },
    );
    const faults = await Promise.all([1, 2, 3].map(() => faultOf(call('contact.search', {}))));
    expect(faults.map((fault) => (fault as Fault).code)).toEqual(['SIGNED_OUT', 'SIGNED_OUT', 'SIGNED_OUT']);
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

it('R52 a request of the wrong shape is refused before it is sent', async () => {
  const { call, asked } = setUp(() => envelope('SUCCESS'));
  const wrong = { conversation: 'c1' } as unknown as Messages['SendMessageRequest'];
  expect(await faultOf(call('message.sendPrivateMessage', wrong))).toMatchObject({ code: 'BAD_REQUEST' });
  expect(asked).toEqual([]);
});

describe('R48 the history of groups is asked for in JSON', () => {
  const json = (reply: object) => setUp(() => Response.json(reply));

  it('R48 the request, the answer and its type are JSON; every field has its default', async () => {
    const { call, fetch } = json({
      code: 'SUCCESS',
      data: { list: [{ id: 'm1', conversationType: 'group', content: { id: 'm1' } }], more: true },
    });
    const reply = await call('historyMessage.queryByGroup', { conversationId: 'g1', beforeSeq: 7 });
    const [, init] = fetch.mock.calls.at(-1)!;
    expect([init.headers, init.body]).toEqual([
      { 'content-type': 'application/json', 'x-request-id': expect.any(String), token: 'old' },
      '{"conversationId":"g1","beforeSeq":7}',
    ]);
    expect(reply).toMatchObject({
      more: true,
      list: [
        { id: 'm1', seq: 0, conversationType: 'group', sender: null, content: { id: 'm1', targets: [], cmdId: '' } },
      ],
    });
  });

  it.each([
    ['a refusal', { code: 'NO_AUTH', data: {} }, 'NO_AUTH'],
    ['no envelope', {}, 'REQUEST_FAILED'],
    ['a field of the wrong kind', { code: 'SUCCESS', data: { list: 5 } }, 'REQUEST_FAILED'],
  ])('R48 R51 %s is a fault', async (_, reply, code) => {
    expect(await faultOf(json(reply).call('historyMessage.queryByGroup', { conversationId: 'g1' }))).toMatchObject({
      code,
    });
  });

  it('R48 R47 what is no JSON at all is a failed request', async () => {
    expect(await faultOf(setUp(() => new Response('<html>')).call('historyMessage.queryByGroup', {}))).toMatchObject({
      code: 'REQUEST_FAILED',
    });
  });

  it('R18 R48 a refused token is refreshed here too', async () => {
    const { call, holder } = setUp((_, index) =>
      Response.json(index === 0 ? { code: '9001', data: {} } : { code: 'SUCCESS', data: { list: [] } }),
    );
    expect((await call('historyMessage.queryByGroup', {})).list).toEqual([]);
    expect(holder.refreshes).toBe(1);
  });
});
