// The least that a server can do: it stores each message with one statement, and refuses every other request unread.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { benchDatabaseUrl } from './database.ts';

export interface BareServer {
  url: string;
  /** Resolves when a message is stored. */
  send(): Promise<void>;
  close(): Promise<void>;
}

const sendPath = '/send';
const refusal = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** Starts it on a free port of loopback, on the database of the benchmark run. `close` also drops its table. */
export async function startBareServer(): Promise<BareServer> {
  const pool = new pg.Pool({ connectionString: await benchDatabaseUrl() });
  await pool.query('create table bench_message (body text)');
  const server = createServer((incoming, response) => {
    if (incoming.url !== sendPath) return void incoming.socket.end(refusal, () => incoming.socket.destroy());
    incoming.resume().once('end', () => {
      const stored = pool.query('insert into bench_message values ($1)', ['one message']);
      stored.then(
        () => response.end(),
        (cause: Error) => response.destroy(cause),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    send: () =>
      new Promise((resolve, reject) => {
        request(url + sendPath, { method: 'POST', agent }, (answer) => answer.resume().once('end', resolve))
          .once('error', reject)
          .end('one message');
      }),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.query('drop table bench_message');
      await pool.end();
    },
  };
}
