// A TCP proxy for tests: its target can change, and its connections can be cut.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Duplex, Transform } from 'node:stream';

interface TcpProxyOptions {
  target: number;
  /** What every connection's bytes from the target pass through. */
  fromTarget?: () => Transform;
}

/** Starts it on any free port, in front of a port of this machine. */
export async function startTcpProxy({ target, fromTarget }: TcpProxyOptions) {
  let port: number | null = target;
  const open = new Set<Duplex>();

  const server = createServer((client) => {
    if (port === null) return void client.destroy();
    const behind = connect(port, '127.0.0.1');
    const filter = fromTarget?.();
    const chain = [client, behind, ...(filter ? [filter] : [])];
    const destroyAll = () => chain.forEach((one) => one.destroy());
    for (const one of chain) {
      open.add(one);
      one.on('error', destroyAll).on('close', () => {
        open.delete(one);
        destroyAll();
      });
    }
    client.pipe(behind);
    (filter ? behind.pipe(filter) : behind).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Ends all connections, and refuses new ones until there is a target again. */
    cut(): void {
      port = null;
      for (const one of open) one.destroy();
    },
    /** Sends new connections to this port of this machine. */
    pointTo(next: number): void {
      port = next;
    },
    async close(): Promise<void> {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}
