// B14: socket to socket, stored durably, at 50 messages per second, against a bare commit and a bare relay.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { WebSocket, WebSocketServer } from 'ws';
import { createGateway } from '@amber/gateway';
import { decode, encode } from '@amber/proto/codec';
import { encodeFrame, FrameReader } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';
import { benchDatabaseUrl, dataDir } from './kit/database.ts';
import { connectClient } from '../tools/client.ts';
import { quantile, ratio, type Row } from './kit/row.ts';

const messages = 200;
const every = 20;
const rounds = 3;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends at the rate, and returns the milliseconds that each message took to arrive. */
async function sendAtRate(send: (index: number) => void, arrived: Promise<number>[]): Promise<number[]> {
  const sent: number[] = [];
  for (let index = 0; index < messages; index += 1) {
    sent.push(performance.now());
    send(index);
    await pause(every);
  }
  return (await Promise.all(arrived)).map((at, index) => at - sent[index]!);
}

/** Promises of the times at which the numbered messages arrive, and the function that resolves them. */
function createArrivals() {
  const each = Array.from({ length: messages }, () => Promise.withResolvers<number>());
  return {
    promises: each.map(({ promise }) => promise),
    arrive: (index: number) => each[index]!.resolve(performance.now()),
  };
}

/** The product's path: call, policy, store, push. */
async function amber(databaseUrl: string, round: number): Promise<number[]> {
  const codes = new Map<string, string>();
  const gateway = await createGateway({
    databaseUrl,
    dataDir: await dataDir(),
    host: '127.0.0.1',
    port: 0,
    sms: { name: 'bench', send: async (phone, code) => void codes.set(phone, code) },
  });
  const [alice, bob] = [
    await connectClient(gateway.url, codes, `+4930${round}00001`),
    await connectClient(gateway.url, codes, `+4930${round}00002`),
  ];
  const { conversation } = await alice.call('conversation.create', { type: 'private', identifiers: [bob.identifier] });
  const conversationId = conversation!.conversionId;

  const { promises, arrive } = createArrivals();
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/gateway/socket`);
  socket.binaryType = 'arraybuffer';
  const reader = new FrameReader();
  const registered = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    for (const { command, sequence, body } of reader.read(new Uint8Array(data as ArrayBuffer))) {
      if (sequence !== 0) registered.resolve();
      else if (command === commands.pushChatMessage.number) {
        arrive(Number((JSON.parse(decode('Row', body).content!.message) as { text: string }).text));
      }
    }
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(
    encodeFrame({
      command: commands.register.number,
      sequence: 1,
      body: encode('Register', { token: bob.token, appId: 1, deviceId: bob.deviceId, platform: 'bench', id: 'bench' }),
    }),
  );
  await registered.promise;

  const times = await sendAtRate(
    (index) =>
      void alice.call('message.sendPrivateMessage', {
        id: `${round}${index}`.padStart(24, 'x'),
        conversation: { conversationId, conversationType: 'private' },
        content: [
          {
            message: JSON.stringify({ text: String(index) }),
            type: 'text',
            to: { identifier: bob.identifier, deviceId: bob.deviceId },
          },
        ],
      }),
    promises,
  );
  socket.close();
  await gateway.close();
  return times;
}

/** The minimum with the same effect: one committed INSERT per message, then a relay to the other socket. */
async function bare(databaseUrl: string): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  await pool.query('create table if not exists bench_message (id bigserial primary key, body bytea not null)');
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      void pool.query('insert into bench_message (body) values ($1)', [data]).then(() => {
        for (const other of server.clients) if (other !== socket) other.send(data);
      });
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const [near, far] = [new WebSocket(url), new WebSocket(url)];
  await Promise.all([near, far].map((socket) => new Promise((resolve) => socket.on('open', resolve))));
  const { promises, arrive } = createArrivals();
  const padding = 'x'.repeat(200);
  far.on('message', (data: Buffer) => arrive(Number(data.toString().split(' ')[0])));
  const times = await sendAtRate((index) => near.send(`${index} ${padding}`), promises);
  near.close();
  far.close();
  server.close();
  http.close();
  await pool.end();
  return times;
}

export const row: Row = {
  id: 'B14',
  description: 'socket to socket, durable, 50 messages/s: p50',
  goal: '≤ 1.5 × (bare commit + bare relay)',
  async measure() {
    const databaseUrl = await benchDatabaseUrl();
    const ours: number[] = [];
    const base: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(...(await amber(databaseUrl, round)));
      base.push(...(await bare(databaseUrl)));
    }
    const measured = ratio(quantile(ours, 0.5), quantile(base, 0.5), 1.5, 'ms', 'bare');
    return {
      ...measured,
      value: `${measured.figures['ratio']!.toFixed(2)} × bare (p50 ${quantile(ours, 0.5).toFixed(2)} against ${quantile(base, 0.5).toFixed(2)} ms; p99 ${quantile(ours, 0.99).toFixed(1)} against ${quantile(base, 0.99).toFixed(1)} ms)`,
      figures: { ...measured.figures, p99: quantile(ours, 0.99), bareP99: quantile(base, 0.99) },
    };
  },
};
