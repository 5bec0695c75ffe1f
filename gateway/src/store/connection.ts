// A connection to the database, which may break at any time: the call that uses it fails, and nothing else.
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';
import { codeOf } from '../doors/refusal.ts';
import { retried } from './retried.ts';

/**
 * A server that is gone without a word leaves a connection that looks well. A living one ends every statement in
 * time, so that one which says nothing for longer is not there; in between the system asks whether it is.
 * `silence` in milliseconds.
 */
export function openSocket(silence: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silence, () => {
    socket.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
  return socket;
}

type Done = (error: Error | null, result?: unknown) => void;

export class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The call that uses it hears of it by its statement; without a listener it would end the process.
    this.on('error', () => undefined);
  }

  /**
   * What `query` does, with a callback at the end or without; a statement that is no part of a transaction and had to
   * give way is tried again.
   */
  protected perform(...asked: unknown[]): Promise<unknown> | undefined {
    const done = typeof asked.at(-1) === 'function' ? (asked.pop() as Done) : undefined;
    const once = () =>
      (super.query as (...given: unknown[]) => Promise<unknown>).apply(this, asked).catch((error: unknown) => {
        // The server says goodbye before it hangs up: in between nobody else is to be given this connection.
        if (/^(08|57P)/.test(codeOf(error))) void this.end().catch(() => undefined);
        throw error;
      });
    // A new connection does not know its status yet.
    const result = ['T', 'E'].includes(this.getTransactionStatus() ?? 'I') ? once() : retried(once);
    if (!done) return result;
    callbackify(() => result)(done);
    return undefined;
  }
}
