// A database connection that may break at any time: only the call using it fails.
import { Socket } from 'node:net';
import pg from 'pg';
import { codeOf } from '../core/toClientFault.ts';
import { retryOnConflict } from './retryOnConflict.ts';

/**
 * A server that vanished leaves a connection that looks healthy. A live server ends every statement in time, so longer
 * silence means that it is gone; TCP keepalive checks in between.
 * @param silenceTimeout in milliseconds
 */
export function openSocket(silenceTimeout: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceTimeout, () => {
    socket.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
  return socket;
}

export class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The statement reports the error to its caller; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  /** A `query` that retries a statement outside a transaction that hit a deadlock or serialization failure. */
  protected runQuery(...args: unknown[]): Promise<unknown> {
    const runOnce = () =>
      (super.query as (...args: unknown[]) => Promise<unknown>).apply(this, args).catch((error: unknown) => {
        // The server announces its shutdown before it closes: until then nobody else may get this connection.
        if (/^(08|57P)/.test(codeOf(error))) void this.end().catch(() => undefined);
        throw error;
      });
    // A new connection does not know its status yet.
    return ['T', 'E'].includes(this.getTransactionStatus() ?? 'I') ? runOnce() : retryOnConflict(runOnce);
  }
}
