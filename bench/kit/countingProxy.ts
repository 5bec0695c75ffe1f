// A proxy in front of a gateway that counts what a browser fetches from it: pages, files and calls, without sockets.
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

export interface Fetched {
  requests: number;
  /** Of the bodies, as they were sent: compressed. */
  kiloBytes: number;
}

/** What the browser finds in its own cache does not get here, and is not counted. */
export async function startCountingProxy(gatewayPort: number) {
  let [requests, bytes] = [0, 0];
  const target = ({ method, url: path, headers }: IncomingMessage) => ({
    host: '127.0.0.1',
    port: gatewayPort,
    method,
    path,
    headers,
  });
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const forwarded = request(target(incoming), (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.on('data', ({ length }: Buffer) => {
        bytes += length;
      });
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head: Buffer) => {
    const gateway = connect(gatewayPort, '127.0.0.1');
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    gateway.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    gateway.write(head);
    gateway.pipe(socket).pipe(gateway);
    for (const side of [gateway, socket]) {
      side.on('error', () => {});
      side.on('close', () => [gateway, socket].forEach((one) => one.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/chat/`,
    fetched: (): Fetched => ({ requests, kiloBytes: bytes / 1000 }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
