import { connect as createTcp } from 'node:net';
import type { DevicesInfo } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { encodeFrame } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chatOf,
  connect,
  connectAs,
  outcomeCode,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { query, startTestGateway, testDatabaseVariable, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';

let gateway: TestGateway;
let person: Person;
let other: Person;
let chat: string;

beforeAll(async () => {
  gateway = await startTestGateway({
    limits: { socketsPerUser: 3, unregisteredSocketsPerNetwork: 2 },
  });
  [person, other] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(person, other);
});
afterAll(() => gateway.close());

const heartbeat = (sequence: number) => ({
  command: commands.heartbeat.number,
  sequence,
  body: encode('Heartbeat', { time: 7 }),
});
const pushAck = (sequence: number, seq: number) => ({
  command: commands.pushAck.number,
  sequence,
  body: encode('PushAck', { cursors: [{ conversationId: chat, epoch: 1, seq }] }),
});
const closedWith = async (socket: TestSocket) => {
  await socket.until(() => socket.closed !== null);
  return socket.closed!.code;
};
/** A frame with any header values. */
function header(...values: number[]): Buffer {
  const bytes = Buffer.alloc(20);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

describe('the socket', () => {
  test('R34 register lets a device in, with the token of that very device', async () => {
    const socket = await connect(gateway);
    const before = Date.now();
    const { time } = await socket.register(person);
    expect(time).toBeGreaterThanOrEqual(before);
    socket.close();
    const wrong = await connect(gateway);
    expect(
      await outcomeCode(wrong.ask('register', { token: person.tokens.token, appId: 1, deviceId: 'another' })),
    ).toBe('9001');
    expect(await closedWith(wrong)).toBe(4001);
  });

  test('R42 a device that registers is pushed the devices of its account, approved or not, and nobody else gets them', async () => {
    const [waiting, others] = [
      await signIn(gateway, { phone: person.phone, deviceId: 'waiting', approved: false }),
      await connectAs(other),
    ];
    const socket = await connectAs(waiting);
    await socket.until(() => socket.deviceLists.length > 0);
    const { list } = await waiting.api.user.devices({});
    const idsOf = (isApproved: boolean) =>
      list.flatMap(({ deviceId, approved }) => (approved === isApproved ? [deviceId] : []));
    const [{ identifier, devices, unapproved }] = socket.deviceLists as [DevicesInfo];
    expect(identifier).toBe(person.identifier);
    expect([devices, unapproved].map((all) => all.map(({ deviceId }) => deviceId))).toEqual([
      idsOf(true),
      idsOf(false),
    ]);
    expect([devices.length, unapproved.length]).toEqual([1, 1]);
    expect(others.deviceLists.map((list) => list.identifier)).toEqual([other.identifier]);
    socket.close();
    others.close();
  });

  test('a wrong token is told its code and then closed with 4001', async () => {
    const socket = await connect(gateway);
    expect(await outcomeCode(socket.ask('register', { token: 'wrong', appId: 1, deviceId: 'd' }))).toBe('9001');
    expect(await closedWith(socket)).toBe(4001);
  });

  test('T9 nothing works before register, and trying closes the socket', async () => {
    await sendText(person, chat, 'x');
    const socket = await connect(gateway);
    socket.sendFrame(pushAck(1, 1));
    expect(await closedWith(socket)).toBe(1008);
    expect((await query(gateway, 'select from device_cursor')).rows).toEqual([]);
  });

  test('T10 who does not register in time is closed', async () => {
    const hasty = await startTestGateway({ limits: { registerTimeout: 300 } });
    const socket = await connect(hasty);
    expect(await closedWith(socket)).toBe(1008);
    await hasty.close();
  });

  test('frames that come with or behind register wait for its answer', async () => {
    const socket = await connect(gateway);
    const register = {
      command: commands.register.number,
      sequence: 1,
      body: encode('Register', { token: person.tokens.token, appId: 1, deviceId: person.deviceId }),
    };
    socket.ws.send(Buffer.concat([encodeFrame(register), encodeFrame(heartbeat(2))]));
    await socket.until(() => socket.answers.has(2));
    expect([...socket.answers.values()].map(({ code, command }) => [code, command])).toEqual([
      ['SUCCESS', 10],
      ['SUCCESS', 6],
    ]);
    socket.close();
  });

  test('R38 a heartbeat is echoed with its command and sequence', async () => {
    const socket = await connectAs(person);
    expect(await socket.ask('heartbeat', { time: 12_345 })).toEqual({ time: 12_345 });
    expect(socket.answers.get(2)).toMatchObject({ command: 6, code: 'SUCCESS' });
    socket.close();
  });

  test('R44 a frame may come in pieces, and several in one message', async () => {
    const socket = await connectAs(person);
    const bytes = Buffer.concat([2, 3, 4].map((sequence) => encodeFrame(heartbeat(sequence))));
    for (let at = 0; at < bytes.length; at += 9) socket.ws.send(bytes.subarray(at, at + 9));
    await socket.until(() => socket.answers.has(4));
    expect([...socket.answers.keys()]).toEqual([1, 2, 3, 4]);
    socket.close();
  });

  test.each([
    ['head length', header(21, 200, 6, 2, 0)],
    ['version', header(20, 201, 6, 2, 0)],
    ['length over 1 MiB', header(20, 200, 6, 2, 1_048_557)],
    ['length of 4 GiB', header(20, 200, 6, 2, 4_294_967_295)],
  ])('R44 a header with a wrong %s closes with 1002 and says so', async (_, bytes) => {
    const socket = await connectAs(person);
    socket.ws.send(bytes);
    expect(await closedWith(socket)).toBe(1002);
    expect(socket.closed!.reason).toMatch(/head length 21|version 201|frame of \d+ bytes/);
  });

  test('text instead of frames closes with 1002, a message over 1 MiB with 1009', async () => {
    const [text, large] = [await connectAs(person), await connectAs(person)];
    text.ws.send('hello');
    large.ws.send(Buffer.alloc(1_048_577));
    expect(await closedWith(text)).toBe(1002);
    expect(await closedWith(large)).toBe(1009);
  });

  test.each([0, 1, 2_147_483_648, 4_294_967_295])('T9 sequences rise: after 1 comes no %i', async (sequence) => {
    const socket = await connectAs(person);
    socket.sendFrame(heartbeat(sequence));
    expect(await closedWith(socket)).toBe(1002);
  });

  test('R40 after 2147483647 comes 1', async () => {
    const socket = await connectAs(person);
    socket.sendFrame(heartbeat(2_147_483_647));
    await socket.until(() => socket.answers.has(2_147_483_647));
    socket.answers.delete(1);
    socket.sendFrame(heartbeat(1));
    await socket.until(() => socket.answers.has(1));
    expect(socket.answers.get(1)!.code).toBe('SUCCESS');
    socket.close();
  });

  test('what is no command, or cannot be read, is answered and changes nothing', async () => {
    const socket = await connectAs(person);
    socket.sendFrame({ command: 9_999, sequence: 2, body: new Uint8Array(3) });
    socket.sendFrame({ command: commands.pushChatMessage.number, sequence: 3, body: new Uint8Array(0) });
    socket.sendFrame({ command: commands.pushAck.number, sequence: 4, body: Buffer.from([255, 255, 255]) });
    await socket.until(() => socket.answers.has(4));
    expect([2, 3, 4].map((sequence) => socket.answers.get(sequence)!.code)).toEqual([
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    socket.close();
  });

  test('a second register is refused, and the first stays', async () => {
    const socket = await connectAs(person);
    expect(await outcomeCode(socket.register(other))).toBe('BAD_REQUEST');
    expect(await outcomeCode(socket.ask('heartbeat', { time: 1 }))).toBe('SUCCESS');
    socket.close();
  });

  test("another site's page is not let in; this one's, the public one and programs are", async () => {
    const host = new URL(gateway.url).host;
    const tried = (origin: string) =>
      connect(gateway, { headers: { origin } }).then(
        (socket) => {
          socket.close();
          return 'in';
        },
        () => 'out',
      );
    expect(await tried(`http://${host}`)).toBe('in');
    expect(await tried('https://elsewhere.example')).toBe('out');
    expect(await tried('null')).toBe('out');
    const behindProxy = await startTestGateway({ publicUrl: 'https://chat.example' });
    const socket = await connect(behindProxy, { headers: { origin: 'https://chat.example' } });
    socket.close();
    await behindProxy.close();
  });

  test("T10 a person's oldest socket makes room for a new one too many", async () => {
    const sockets = [];
    for (let opened = 0; opened < 4; opened += 1) sockets.push(await connectAs(person));
    expect(await closedWith(sockets[0]!)).toBe(1008);
    expect(sockets.slice(1).map(({ closed }) => closed)).toEqual([null, null, null]);
    for (const socket of sockets) socket.close();
  });

  test('T10 R227 a network may hold so many sockets that have not registered; those that have count by account', async () => {
    const far = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    const registered = await connect(gateway, far);
    await registered.register(person);
    const sockets = [
      await connect(gateway, { headers: { 'x-forwarded-for': '203.0.113.8' } }),
      await connect(gateway, far),
    ];
    await expect(connect(gateway, far)).rejects.toThrow('429');
    registered.close();
    for (const socket of sockets) socket.close();
    await expect
      .poll(() =>
        connect(gateway, far).then(
          (socket) => {
            socket.close();
            return 'in';
          },
          () => 'out',
        ),
      )
      .toBe('in');
  });

  test('another path is no socket', async () => {
    await expect(connect({ url: `${gateway.url}/chat` })).rejects.toThrow('404');
  });

  test('T10 an upgrade that makes no sense is refused, and the gateway lives', async () => {
    const { port } = new URL(gateway.url);
    const answerTo = (request: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const tcp = createTcp(Number(port), '127.0.0.1', () => tcp.write(request));
        tcp
          .on('data', (chunk) => {
            answer += chunk.toString();
          })
          .on('close', () => resolve(answer))
          .on('error', reject);
      });
    const upgrade = (path: string, headers = '') =>
      answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`);
    for (const path of ['//', '*', 'http://', '/gateway/socket/..', '/%']) expect(await upgrade(path)).toContain(' 40');
    expect(await upgrade('/gateway/socket', 'Origin: //\r\n')).toContain(' 403 ');
    expect(await upgrade('/gateway/socket', 'Sec-WebSocket-Version: 99\r\n')).toContain(' 400 ');
    const socket = await connectAs(person);
    socket.close();
  });

  test('a device that falls silent is closed, one that beats stays', async () => {
    const every = scaledTimeout(400);
    const strict = await startTestGateway({ limits: { heartbeatEvery: every, heartbeatTimeout: every } });
    const [silent, beating] = [await connectAs(await signIn(strict)), await connectAs(await signIn(strict))];
    for (let beats = 0; beats < 8; beats += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, every / 2);
      });
      await beating.ask('heartbeat', { time: beats });
    }
    expect(silent.closed).toMatchObject({ code: 1008 });
    expect(beating.closed).toBeNull();
    await strict.close();
  });

  test('while the database is away a device is sent off to come again, not signed out', async () => {
    const away = await startTestGateway();
    const lost = await signIn(away);
    const { pathname } = new URL(away.databaseUrl);
    await query({ databaseUrl: process.env[testDatabaseVariable]! }, `drop database ${pathname.slice(1)} with (force)`);
    const socket = await connect(away);
    expect(['UNKNOWN', 'UNAVAILABLE']).toContain(await outcomeCode(socket.register(lost)));
    expect(await closedWith(socket)).toBe(1013);
    expect((await fetch(`${away.url}/gateway/ready`)).status).toBe(503);
    expect((await fetch(`${away.url}/gateway/live`)).status).toBe(200);
    await away.close();
  });

  test('R36 closing says 1012', async () => {
    const own = await startTestGateway();
    const socket = await connectAs(await signIn(own));
    await own.close();
    expect(await closedWith(socket)).toBe(1012);
  });
});
