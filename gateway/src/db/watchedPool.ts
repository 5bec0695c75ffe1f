// A connection pool that logs failed and slow statements with the ids of the requests they ran for.
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { Connection } from './connection.ts';
import { currentRequests, keepRequests } from '../core/requests.ts';

type Watch = Pick<Limits, 'slowQuery' | 'statementLogged'> & { log: FastifyBaseLogger };

type Statement = string | { text: string; name?: string; submit?: unknown };
type Done = (error: Error | null | undefined, result: unknown) => void;
type AnyQuery = (statement: unknown, values?: unknown, done?: Done) => unknown;

/** Errors that callers expect: unique and foreign key violations, invalid text, and aborts that are retried. */
const expected = /^(23|22021|22P05|40)/;

/** A statement without any user content. */
const withoutValues = (text: string, most: number): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most);

/** Appends the request ids as a comment, visible in the server's log and in pg_stat_activity. */
function marked(statement: Statement, requests: readonly string[]): Statement {
  const [first] = requests;
  if (first === undefined) return statement;
  const mark = ` /* ${first}${requests.length > 1 ? ` +${requests.length - 1}` : ''} */`;
  if (typeof statement === 'string') return statement + mark;
  // Prepared statements are identified by their text.
  return statement.name === undefined ? { ...statement, text: statement.text + mark } : statement;
}

function watchedClient({ log, slowQuery, statementLogged }: Watch): typeof pg.Client {
  class WatchedClient extends Connection {
    #tell(statement: Statement, requests: readonly string[], began: number, error: unknown = null): void {
      const ms = Math.round(performance.now() - began);
      if (error === null && ms <= slowQuery) return;
      const line = {
        requests,
        ms,
        statement: withoutValues(typeof statement === 'string' ? statement : statement.text, statementLogged),
      };
      if (error === null) log.warn(line, 'slow statement');
      else {
        const { code = '' } = error as { code?: string };
        log[expected.test(code) ? 'debug' : 'warn']({ ...line, code }, 'statement failed');
      }
    }

    override query = ((statement: Statement, values?: unknown, done?: Done): unknown => {
      if (typeof statement !== 'string' && statement.submit !== undefined)
        return (super.query as AnyQuery).call(this, statement, values, done);
      const query = this.perform.bind(this) as AnyQuery;
      const began = performance.now();
      const requests = currentRequests();
      const sent = marked(statement, requests);
      const callback = typeof values === 'function' ? (values as Done) : done;
      if (callback) {
        const watched: Done = (error, result) => {
          this.#tell(statement, requests, began, error);
          callback(error, result);
        };
        return typeof values === 'function' ? query(sent, watched) : query(sent, values, watched);
      }
      return (query(sent, values) as Promise<unknown>).then(
        (result) => {
          this.#tell(statement, requests, began);
          return result;
        },
        (error: unknown) => {
          this.#tell(statement, requests, began, error);
          throw error;
        },
      );
    }) as typeof pg.Client.prototype.query;
  }
  return WatchedClient;
}

/** A pg pool that logs failures and statements slower than `slowQuery` at `warn`. Never logs values. */
export function createWatchedPool(options: pg.PoolConfig, watch: Watch): pg.Pool {
  class WatchedPool extends pg.Pool {
    // A waiting caller runs in the context of the one who returns the connection.
    override connect = ((done?: Parameters<pg.Pool['connect']>[0]) =>
      done ? super.connect(keepRequests(done)) : super.connect()) as pg.Pool['connect'];
  }
  return new WatchedPool({ ...options, Client: watchedClient(watch) } as pg.PoolConfig);
}
