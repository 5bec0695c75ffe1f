// A connection pool that logs failed and slow statements with the ids of the requests they ran for.
import { callbackify } from 'node:util';
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { Connection } from './connection.ts';
import { currentRequests, bindRequests } from '../core/requests.ts';

type LogOptions = Pick<Limits, 'slowQuery' | 'statementLogged'> & { log: FastifyBaseLogger };

type Statement = string | { text: string; name?: string; submit?: unknown };
type Callback = (error: Error | null | undefined, result: unknown) => void;
type AnyQuery = (statement: unknown, values?: unknown, done?: Callback) => unknown;

/** Errors that callers expect: unique and foreign key violations, invalid text, and aborts that are retried. */
const expectedCodes = /^(23|22021|22P05|40)/;

/** The statement's text without any user content. */
const redactValues = (text: string, maxLength: number): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);

/** Appends the request ids as a comment, visible in the server's log and in pg_stat_activity. */
function withRequestIds(statement: Statement, requests: readonly string[]): Statement {
  const [first] = requests;
  if (first === undefined) return statement;
  const comment = ` /* ${first}${requests.length > 1 ? ` +${requests.length - 1}` : ''} */`;
  if (typeof statement === 'string') return statement + comment;
  // Prepared statements are identified by their text.
  return statement.name === undefined ? { ...statement, text: statement.text + comment } : statement;
}

function createLoggedClient({ log, slowQuery, statementLogged }: LogOptions): typeof pg.Client {
  class LoggedClient extends Connection {
    #log(statement: Statement, requests: readonly string[], startedAt: number, error: unknown = null): void {
      const ms = Math.round(performance.now() - startedAt);
      if (error === null && ms <= slowQuery) return;
      const line = {
        requests,
        ms,
        statement: redactValues(typeof statement === 'string' ? statement : statement.text, statementLogged),
      };
      if (error === null) log.warn(line, 'slow statement');
      else {
        const { code = '' } = error as { code?: string };
        log[expectedCodes.test(code) ? 'debug' : 'warn']({ ...line, code }, 'statement failed');
      }
    }

    override query = ((statement: Statement, values?: unknown, done?: Callback): unknown => {
      if (typeof statement !== 'string' && statement.submit !== undefined)
        return (super.query as AnyQuery).call(this, statement, values, done);
      const callback = typeof values === 'function' ? (values as Callback) : done;
      const startedAt = performance.now();
      const requests = currentRequests();
      const result = this.runQuery(withRequestIds(statement, requests), callback === values ? undefined : values).then(
        (answer) => {
          this.#log(statement, requests, startedAt);
          return answer;
        },
        (error: unknown) => {
          this.#log(statement, requests, startedAt, error);
          throw error;
        },
      );
      if (!callback) return result;
      callbackify(() => result)(callback);
      return undefined;
    }) as typeof pg.Client.prototype.query;
  }
  return LoggedClient;
}

/** A pg pool that logs failures and statements slower than `slowQuery` at `warn`. Never logs values. */
export function createLoggedPool(options: pg.PoolConfig, logOptions: LogOptions): pg.Pool {
  class LoggedPool extends pg.Pool {
    // Binds the callback to the caller's requests; otherwise a waiting caller would run in the context of the one who
    // returns the connection.
    override connect = ((done?: Parameters<pg.Pool['connect']>[0]) =>
      done ? super.connect(bindRequests(done)) : super.connect()) as pg.Pool['connect'];
  }
  return new LoggedPool({ ...options, Client: createLoggedClient(logOptions) } as pg.PoolConfig);
}
