import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { drainAtMinRate } from './minRate.ts';

const minRate = { bytesPerSecondMin: 1, slowBodyGrace: 60_000 };
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const server = createServer();
afterEach(() => server.close());

test('R254 no timer stays for an answered request whose caller leaves before its body has arrived', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  response.end('refused');
  await once(response, 'finish');
  const before = timers();
  drainAtMinRate(request, minRate);
  expect(timers()).toBe(before + 1);
  caller.destroy();
  await closed;
  expect(timers()).toBeLessThanOrEqual(before);
});
