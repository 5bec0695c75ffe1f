// B17: durable sends against bare group commits, and fan-out to 1,000 sockets against a loop of ws.send.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from '@amber/proto/codec';
import { limits } from '@amber/proto/limits';
import type pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLocalBus, publishRows } from '../gateway/src/core/bus.ts';
import { createChangeLog } from '../gateway/src/messages/push/changeLog.ts';
import { createFanout } from '../gateway/src/messages/push/fanout.ts';
import { createSendQueue } from '../gateway/src/messages/send/sendQueue.ts';
import type { StoredRow } from '../gateway/src/core/storedRow.ts';
import { toRow } from '../gateway/src/messages/sync/storedRows.ts';
import { createNotices } from '../gateway/src/messages/push/notices.ts';
import { createFrameCounts, createFrameQueue } from '../gateway/src/transport/socket/frameQueue.ts';
import { pushFrame } from '../gateway/src/core/wireFrame.ts';
import { openStore, type Store } from '../gateway/src/db/store.ts';
import { benchDatabaseUrl } from './kit/database.ts';
import { median, type Row } from './kit/row.ts';
import { openSinks } from './kit/sinks.ts';

const rounds = 5;
const fail = (error: unknown) => {
  throw error;
};

// Sends

const senders = 256;
const conversations = 200;
const perSender = 40;
const body = Buffer.from(
  encode('Content', { id: 'x'.repeat(24), type: 'text', message: JSON.stringify({ text: 'x'.repeat(180) }) }),
);
let ids = 0;
const newId = () => String((ids += 1)).padStart(24, 'x');

/** Messages per second of this many senders; each sends its next message when the last one is stored. */
async function sendsPerSecond(send: (sender: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let n = 0; n < perSender; n += 1) await send(sender);
    }),
  );
  return (senders * perSender * 1_000) / (performance.now() - startedAt);
}

/** The rows to send, built before they are stored. */
const createMessage = (sender: number) => ({
  conversation: `chat${sender % conversations}`,
  id: newId(),
  sender: `sender${sender}`,
  device: 'd',
  ts: Date.now(),
  body,
});

/**
 * Writes the same rows to a similar table, without checks and with its own counter: waiting rows are batched into
 * one INSERT while the last one commits.
 */
function createBareQueue(pool: pg.Pool) {
  const lastSeq = new Map<string, number>();
  const waiting: { message: ReturnType<typeof createMessage>; done(): void }[] = [];
  let running = false;
  function nextSeq(conversation: string): number {
    const seq = (lastSeq.get(conversation) ?? 0) + 1;
    lastSeq.set(conversation, seq);
    return seq;
  }
  async function drain(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.batchMax);
      const messages = batch.map(({ message }) => message);
      await pool.query({
        name: 'bare',
        text: `insert into bare_message (conversation, seq, id, sender, device, ts, sealed, body)
          select conversation, seq, id, sender, device, ts, false, body
          from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bytea[])
            as t (conversation, seq, id, sender, device, ts, body)`,
        values: [
          messages.map((m) => m.conversation),
          messages.map((m) => nextSeq(m.conversation)),
          messages.map((m) => m.id),
          messages.map((m) => m.sender),
          messages.map((m) => m.device),
          messages.map((m) => m.ts),
          messages.map((m) => m.body),
        ],
      });
      for (const { done } of batch) done();
    }
    running = false;
  }
  return (sender: number) =>
    new Promise<void>((done) => {
      waiting.push({ message: createMessage(sender), done });
      if (!running)
        setImmediate(() => {
          if (!running) void drain();
        });
    });
}

async function measureSends({ pool }: Store) {
  await pool.query('create table bare_message (like message including all)');
  await pool.query(
    `with people as (insert into person (identifier, created_at) select 'sender' || n, 0 from generate_series(0, $1 - 1) n returning identifier),
     chats as (insert into conversation (id, type, owner, created_at) select 'chat' || n, 'group', 'sender0', 0 from generate_series(0, $2 - 1) n returning id)
     insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
       select 'chat' || n % $2, 'sender' || n, 'member', 0, 0, '{}' from generate_series(0, $1 - 1) n`,
    [senders, conversations],
  );
  const queue = createSendQueue({ pool, bus: createLocalBus(), clock: Date.now, limits });
  const amber = (sender: number) =>
    queue.send({ ...createMessage(sender), type: 'group', copies: null, anonymous: false });
  const bare = createBareQueue(pool);
  const [ours, base]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await sendsPerSecond(amber));
    base.push(await sendsPerSecond(bare));
  }
  return { ours: median(ours), base: median(base) };
}

// Fan-out

const readers = 1_000;
const room = 'fanout';
const repeats = { 1: 60, 10: 12 } as const;

/** A server that returns its sockets as they connect. */
async function listen(onSocket: (ws: WebSocket) => void) {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', onSocket);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  return {
    port,
    close() {
      for (const ws of server.clients) ws.terminate();
      server.close();
      http.close();
    },
  };
}

const rowAt = (seq: number): StoredRow => ({
  conversation: room,
  type: 'group',
  epoch: 1,
  seq,
  id: 'x'.repeat(24),
  sender: 'writer',
  device: 'd',
  ts: 1_700_000_000_000,
  sealed: false,
  body,
  copies: [],
  anonymous: false,
  withdrawn: false,
  cmd_id: '',
  target: null,
});
const reader = { identifier: 'reader0', device: 'd' };
/** Every seq used here has the same number of digits. */
const firstSeq = 100_000;
const frame = pushFrame('pushChatMessage', toRow(rowAt(firstSeq), reader));

/** The product's path from a committed row to the sockets: hint, room, frames, frame queues. */
async function createAmberFanout({ pool, db }: Store) {
  const bus = createLocalBus();
  const notices = createNotices({ db, bus, clock: Date.now, limits });
  await pool.query(
    `with people as (insert into person (identifier, created_at) select 'reader' || n, 0 from generate_series(0, $1 - 1) n on conflict do nothing),
     chat as (insert into conversation (id, type, owner, last_seq, created_at) values ('${room}', 'group', 'writer', $2, 0))
     insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
       select '${room}', 'reader' || n, 'member', 0, 0, '{}' from generate_series(0, $1 - 1) n`,
    [readers, firstSeq - 1],
  );
  const fanout = createFanout({
    pool,
    bus,
    limits: { ...limits, sweepEvery: 600_000 },
    notices,
    changeLog: createChangeLog({ pool }),
    onError: fail,
  });
  const joining: Promise<void>[] = [];
  const frameCounts = createFrameCounts();
  const server = await listen((ws) => {
    const onSlow = () => fail(new Error('a reader was too slow'));
    const outbox = createFrameQueue({ ws, limits, counts: frameCounts, onSlow });
    joining.push(
      fanout.join({
        identifier: `reader${joining.length}`,
        device: 'd',
        family: 'f',
        push: outbox.push,
        pushChunk: () => undefined,
        signOut: () => undefined,
      }),
    );
  });
  const sinks = await openSinks(server.port, readers);
  await Promise.all(joining);
  let seq = firstSeq;
  return {
    sinks,
    sendBatch(batch: number) {
      publishRows(
        bus,
        1,
        Array.from({ length: batch }, (_, n) => rowAt(seq + n)),
      );
      seq += batch;
    },
    async close() {
      await sinks.close();
      server.close();
      await fanout.close();
    },
  };
}

async function createBareFanout() {
  const sockets: WebSocket[] = [];
  const server = await listen((ws) => sockets.push(ws));
  const sinks = await openSinks(server.port, readers);
  return {
    sinks,
    sendBatch(batch: number) {
      for (let n = 0; n < batch; n += 1) for (const ws of sockets) ws.send(frame.payload);
    },
    async close() {
      await sinks.close();
      server.close();
    },
  };
}

type FanoutSide = Awaited<ReturnType<typeof createBareFanout>>;

/** Deliveries per second; a batch is sent when the previous one has arrived everywhere. */
async function deliveriesPerSecond({ sinks, sendBatch }: FanoutSide, batch: 1 | 10): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < repeats[batch]; n += 1) {
    sendBatch(batch);
    await sinks.waitForBytes(readers * batch * frame.wire.length);
  }
  return (repeats[batch] * readers * batch * 1_000) / (performance.now() - startedAt);
}

async function measureFanout(batch: 1 | 10, sides: { amber: FanoutSide; bare: FanoutSide }) {
  const [ours, base]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await deliveriesPerSecond(sides.amber, batch));
    base.push(await deliveriesPerSecond(sides.bare, batch));
  }
  return { ours: median(ours), base: median(base) };
}

const thousands = (perSecond: number) => `${(perSecond / 1_000).toFixed(1)}k`;
const formatComparison = ({ ours, base }: { ours: number; base: number }) =>
  `${(ours / base).toFixed(2)} × (${thousands(ours)}/s against ${thousands(base)}/s)`;

export const row: Row = {
  id: 'B17',
  description: 'durable sends/s; fan-out to 1,000 sockets, 1 and 10 at a time',
  goal: '≥ 0.7 × a bare group-commit INSERT of the same rows; ≥ 0.9 and ≥ 5 × a bare ws.send loop',
  async measure() {
    const store = await openStore({ databaseUrl: await benchDatabaseUrl() });
    const sends = await measureSends(store);
    const sides = { amber: await createAmberFanout(store), bare: await createBareFanout() };
    const one = await measureFanout(1, sides);
    const ten = await measureFanout(10, sides);
    await sides.amber.close();
    await sides.bare.close();
    await store.close();
    const [sent, single, tenfold] = [sends, one, ten].map(({ ours, base }) => ours / base) as [number, number, number];
    return {
      value: `sends ${formatComparison(sends)}; fan-out ${formatComparison(one)}, by ten ${formatComparison(ten)}`,
      met: sent >= 0.7 && single >= 0.9 && tenfold >= 5,
      figures: {
        sends: sends.ours,
        bareSends: sends.base,
        sent,
        single,
        tenfold,
        deliveries: one.ours,
        deliveriesByTen: ten.ours,
        bareDeliveries: one.base,
      },
    };
  },
};
