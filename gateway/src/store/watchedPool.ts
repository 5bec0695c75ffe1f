// A pool of connections that tells of statements that fail or take long, and for which requests they ran.
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { Connection } from './connection.ts';
import { currentRequests, keepRequests } from '../kit/requests.ts';

type Watch = Pick<Limits, 'slowQuery' | 'statementLogged'> & { log: FastifyBaseLogger };

type Statement = string | { text: string; name?: string; submit?: unknown };
type Done = (error: Error | null | undefined, result: unknown) => void;
type AnyQuery = (statement: unknown, values?: unknown, done?: Done) => unknown;

/** Refusals that callers ask for: a row that is there already, or that another needs; a text it cannot hold; and what is tried again. */
const expected = /^(23|22021|22P05|40)/;

/** A statement without what somebody may have written into it. */
const withoutValues = (text: string, most: number): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most);

/** The requests at the end of the statement, where the server's own log and its list of running statements show them. */
function marked(statement: Statement, requests: readonly string[]): Statement {
  const [first] = requests;
  if (first === undefined) return statement;
  const mark = ` /* ${first}${requests.length > 1 ? ` +${requests.length - 1}` : ''} */`;
  if (typeof statement === 'string') return statement + mark;
  // A prepared one is known by its text.
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

/** A pool as pg's, with a line at `warn` for what fails or takes longer than `slowQuery`. Values never reach the log. */
export function createWatchedPool(options: pg.PoolConfig, watch: Watch): pg.Pool {
  class WatchedPool extends pg.Pool {
    // Who waits for a connection is called by whoever gives one back.
    override connect = ((done?: Parameters<pg.Pool['connect']>[0]) =>
      done ? super.connect(keepRequests(done)) : super.connect()) as pg.Pool['connect'];
  }
  return new WatchedPool({ ...options, Client: watchedClient(watch) } as pg.PoolConfig);
}
