import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { isRequestId } from '@amber/proto/requestId';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { createSendQueue } from '../../messages/send/sendQueue.ts';
import { createLog } from '../../core/log.ts';
import { openStore, type Store } from '../../db/store.ts';
import { currentRequests, runForRequests } from '../../core/requests.ts';
import {
  call,
  chatOf,
  connect,
  connectAs,
  groupOf,
  newMessageId,
  outcomeCode,
  sendText,
  signIn,
  type Person,
} from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

type Line = Record<string, unknown> & { msg: string; level: number };

let lines: Line[] = [];
const log = createLog('debug', {
  write: (line: string) => {
    lines.push(JSON.parse(line) as Line);
  },
});
const newId = () => randomBytes(8).toString('hex');
const [debug, warn, error] = [20, 40, 50];

let gateway: TestGateway;
let person: Person;
beforeAll(async () => {
  gateway = await startTestGateway({ log, limits: { slowQuery: 400 } });
  person = await signIn(gateway);
});
afterAll(() => gateway.close());
beforeEach(() => {
  lines = [];
});

/** The log lines of a call, once it is done. */
async function linesOf(request: string, msg: string): Promise<Line[]> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = lines.filter(
      (line) =>
        line.msg === msg && (line.request === request || (line.requests as string[] | undefined)?.includes(request)),
    );
    if (found.length > 0) return found;
    await sleep(10);
  }
  throw new Error(`no line "${msg}" for ${request} in ${JSON.stringify(lines)}`);
}

const ask = (name: 'user.devices' | 'message.history', request: object, id: string) =>
  call(gateway.url, name, request as never, { token: person.tokens.token, headers: { 'x-request-id': id } });

describe('R229 what is seen of a call', () => {
  test('R229 each call has a line with its route, its code, its time and the id that the page gave it', async () => {
    const [good, bad] = [newId(), newId()];
    await ask('user.devices', {}, good);
    expect(await outcomeCode(ask('message.history', { conversationId: 'absent' }, bad))).toBe('NO_AUTH');
    expect(await linesOf(good, 'call')).toMatchObject([
      { level: debug, route: '/gateway/user/devices', code: 'SUCCESS', ms: expect.any(Number) },
    ]);
    expect(await linesOf(bad, 'call')).toMatchObject([{ route: '/gateway/message/history', code: 'NO_AUTH' }]);
  });

  test('R229 the answer names the request; what is no id is replaced', async () => {
    const named = async (headers: Record<string, string>) =>
      (await fetch(`${gateway.url}/gateway/live`, { headers })).headers.get('x-request-id');
    const id = newId();
    expect(await named({ 'x-request-id': id })).toBe(id);
    for (const given of [
      '',
      'x',
      `${id}0`,
      id.toUpperCase().replace(/\d/g, 'A'),
      '4917012345678',
      'a'.repeat(5_000),
      `${id.slice(1)}"`,
    ]) {
      const answered = await named(given ? { 'x-request-id': given } : {});
      expect(isRequestId(answered)).toBe(true);
      expect(answered).not.toBe(given);
    }
  });

  test('R229 a failure that nobody foresaw is logged under the id of its call, with the statement and without its values', async () => {
    const id = newId();
    const secret = 'Fritz Geheim';
    await query(gateway, 'alter table person rename column bio to bio_gone');
    const code = await outcomeCode(
      call(
        gateway.url,
        'user.setBio',
        { bio: secret },
        { token: person.tokens.token, headers: { 'x-request-id': id } },
      ),
    );
    await query(gateway, 'alter table person rename column bio_gone to bio');
    expect(code).toBe('UNKNOWN');
    expect(await linesOf(id, 'call failed')).toMatchObject([{ level: error, route: '/gateway/user/setBio' }]);
    expect(await linesOf(id, 'statement failed')).toMatchObject([{ level: warn, requests: [id], code: '42703' }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  test('R229 a send that is slow is named by the statement that stores it', async () => {
    const group = await groupOf(person, await signIn(gateway));
    await sendText(person, group, 'first', { type: 'group' });
    const holder = await openStore(gateway);
    const client = await holder.pool.connect();
    await client.query('begin');
    await client.query('select from conversation where id = $1 for update', [group]);
    const id = newId();
    const sent = call(
      gateway.url,
      'message.sendGroupMessage',
      {
        id: newMessageId(),
        conversation: { conversationId: group, conversationType: 'group' },
        content: [{ type: 'text', message: '{"text":"x"}' }],
      },
      { token: person.tokens.token, headers: { 'x-request-id': id } },
    );
    const waitsLong =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '0.5 s'";
    while ((await query(gateway, waitsLong)).rows.length === 0) await sleep(20);
    await client.query('rollback');
    client.release();
    await holder.close();
    await sent;
    expect(await linesOf(id, 'slow statement')).toMatchObject([
      { level: warn, statement: expect.stringContaining('send_batch') },
    ]);
  });

  test('R229 a batch that fails names all the calls that are in it, then each its own', async () => {
    const seen: (readonly string[])[] = [];
    const pool = {
      query: async () => {
        seen.push(currentRequests());
        throw new Error('no');
      },
    } as unknown as Store['pool'];
    const queue = createSendQueue({ pool, bus: createLocalBus(), clock: Date.now, limits });
    const sending = {
      conversation: 'c',
      type: 'group' as const,
      sender: 's',
      device: 'd',
      ts: 1,
      body: new Uint8Array(),
      copies: null,
      anonymous: false,
    };
    const ids = [newId(), newId(), newId()];
    await Promise.allSettled(ids.map((id) => runForRequests([id], () => queue.send({ ...sending, id }))));
    expect(seen).toEqual([ids, ...ids.map((id) => [id])]);
  });

  test('R229 a socket is logged under the id that the device gave it', async () => {
    const id = newId();
    const socket = await connect(gateway);
    await socket.ask('register', {
      token: person.tokens.token,
      appId: 1,
      deviceId: person.deviceId,
      platform: 'web',
      id,
    });
    await socket.ask('heartbeat', { time: 1 });
    socket.close();
    const commands = lines.filter(({ msg, request }) => msg === 'command' && request === id);
    expect(commands).toMatchObject([
      { command: 'register', sequence: 1, code: 'SUCCESS' },
      { command: 'heartbeat', sequence: 2, code: 'SUCCESS' },
    ]);
    const other = await connectAs(person);
    other.close();
    expect(lines.filter(({ msg }) => msg === 'command').every(({ request }) => isRequestId(request))).toBe(true);
  });

  test('R229 no line of a chat holds who it is of or what was said', async () => {
    const other = await signIn(gateway, { name: 'Greta Geheim' });
    const chat = await chatOf(person, other);
    await sendText(person, chat, 'Hunter2 Canary');
    const printed = JSON.stringify(lines);
    for (const canary of [
      'Greta',
      'Canary',
      other.identifier,
      person.identifier,
      other.phone.slice(1),
      person.tokens.token,
      chat,
    ])
      expect(printed).not.toContain(canary);
  });
});

describe('R229 SQL', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ ...gateway, log });
  });
  afterAll(() => store.close());

  const running = 'select query from pg_stat_activity where pid = pg_backend_pid()';

  test('R229 a statement carries the id of its request, for the log of PostgreSQL itself', async () => {
    const id = newId();
    const {
      rows: [one],
    } = await runForRequests([id], () => store.pool.query<{ query: string }>(running));
    expect(one!.query).toBe(`${running} /* ${id} */`);
    const {
      rows: [several],
    } = await runForRequests([id, newId()], () => store.pool.query<{ query: string }>(running));
    expect(several!.query).toBe(`${running} /* ${id} +1 */`);
    const {
      rows: [nobodys],
    } = await store.pool.query<{ query: string }>(running);
    expect(nobodys!.query).toBe(running);
  });

  test('R229 it stays its own where the pool is full', async () => {
    const ids = Array.from({ length: 60 }, newId);
    const seen = await Promise.all(
      ids.map((id) =>
        runForRequests([id], async () => {
          const { rows } = await store.pool.query<{ query: string }>(`${running} and pg_sleep(0.005) is not null`);
          expect(currentRequests()).toEqual([id]);
          return rows[0]!.query;
        }),
      ),
    );
    expect(seen.map((query) => query.slice(-19, -3))).toEqual(ids);
  });

  test('R229 what fails or is slow has a line without what somebody wrote into it', async () => {
    const id = newId();
    await runForRequests([id], () => store.pool.query("select 'Geheim''nis', nothing")).catch(() => undefined);
    await runForRequests([id], () => store.pool.query("select pg_sleep(0.6), 'Geheimnis' as x"));
    expect(await linesOf(id, 'statement failed')).toMatchObject([
      { statement: 'select ?, nothing', code: '42703', requests: [id] },
    ]);
    expect(await linesOf(id, 'slow statement')).toMatchObject([{ statement: 'select pg_sleep(0.6), ? as x' }]);
    expect(JSON.stringify(lines)).not.toContain('Geheim');
  });
});
