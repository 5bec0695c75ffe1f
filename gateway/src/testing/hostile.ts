// Misbehaving clients in one network, each within the network's limits: `node hostile.ts URL TOKEN`.
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from '@amber/proto/codec';
import { connect } from './client.ts';
import { openRaw } from './openRaw.ts';

const [, , url = '', token = ''] = process.argv;
const megabyte = 1_048_576;
/** Milliseconds between attacks. Ten calls a second are a network's limit without a session. */
const attackInterval = 100;

let last = 0;
const address = () => `203.0.113.${(last += 1) % 250}`;

async function post(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${url}/gateway${path}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/x-protobuf', 'x-forwarded-for': address(), ...headers },
  });
  await answer.arrayBuffer();
}

const filled = (...unit: number[]) => Buffer.alloc(megabyte, Buffer.from(unit));
const head = (path: string, ...headers: string[]) => [
  `POST /gateway${path} HTTP/1.1`,
  'host: test',
  'content-type: application/x-protobuf',
  `x-forwarded-for: ${address()}`,
  ...headers,
];

/** Holds a connection open for up to three seconds. */
async function holdOpen(request: { end(): void; closed: Promise<void> }): Promise<void> {
  await Promise.race([request.closed, sleep(3_000)]);
  request.end();
}

async function register(sessionToken: string): Promise<void> {
  const socket = await connect({ url }, { headers: { 'x-forwarded-for': address() } });
  await socket
    .register({ tokens: { token: sessionToken, refreshToken: '', identifier: '' }, deviceId: 'd' })
    .catch(() => undefined);
  socket.close();
}

const attacks: Record<string, () => Promise<void>> = {
  emptyFields: () => post('/message/sync', filled(10, 0)),
  emptyFieldsWhereNoSessionIsNeeded: () => post('/rollout/report', filled(10, 0)),
  emptyFieldsWithinAStrangersBody: () => post('/rollout/report', filled(10, 0).subarray(0, 13_000)),
  badToken: () => post('/message/sync', filled(10, 0), { token: `${token}x` }),
  deep: () => post('/login', filled(11)),
  hugeText: () => post('/getSms', encode('GetSmsRequest', { phone: 'x'.repeat(megabyte - 100) })),
  wrongType: () => post('/login', 'x'.repeat(megabyte), { 'content-type': 'text/plain' }),
  deepJson: () => post('/historyMessage/queryByGroup', '['.repeat(megabyte), { 'content-type': 'application/json' }),
  tooShort: async () => {
    const request = openRaw(url, ...head('/login', 'content-length: 10'));
    request.send(filled(10, 0));
    await holdOpen(request);
  },
  tooLong: () => holdOpen(openRaw(url, ...head('/login', 'content-length: 1000000000000000'))),
  twoLengths: () => holdOpen(openRaw(url, ...head('/login', 'content-length: 10', 'content-length: 20'))),
  badChunks: async () => {
    const request = openRaw(url, ...head('/message/sync', 'transfer-encoding: chunked'));
    for (let chunks = 0; chunks < 16; chunks += 1) request.send(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    request.send('zz\r\n');
    await holdOpen(request);
  },
  drip: async () => {
    const request = openRaw(url, ...head('/getSms', 'content-length: 1000'));
    for (let bytes = 0; bytes < 10; bytes += 1) {
      request.send('x');
      await sleep(300);
    }
    await holdOpen(request);
  },
  unsignedUpload: async () => {
    const request = openRaw(
      url,
      `PUT /files/chat/${'x'.repeat(36)} HTTP/1.1`,
      'host: test',
      `x-forwarded-for: ${address()}`,
      'content-length: 500000',
    );
    request.send('x');
    await holdOpen(request);
  },
  badRegister: () => register('wrong'),
  foreignRegister: () => register(token),
  neverRegisters: async () => {
    const socket = await connect({ url }, { headers: { 'x-forwarded-for': address() } });
    await sleep(6_000);
    socket.close();
  },
};

process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
const attempt = (kind: () => Promise<void>) => {
  void kind().catch(() => undefined);
};

const all = Object.values(attacks);
for (let round = 0; ; round += 1) {
  for (const kind of all) {
    attempt(kind);
    await sleep(attackInterval);
  }
  console.log(`round ${round}`);
}
