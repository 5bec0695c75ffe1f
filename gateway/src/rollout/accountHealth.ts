// Per release, the accounts that loaded it and the ones it failed, so that each account counts once.
import type { RemoteEvent } from '@amber/proto';
import { isReleaseFault } from '@amber/proto/releaseFailures';
import { sql, type Selectable } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Tables } from '../db/tables.ts';
import type { Tickets } from './tickets.ts';
import type { Sample } from './regression.ts';

const day = 24 * 60 * 60_000;

type Row = Selectable<Tables['health_account']>;
type HealthColumn = 'loaded_at' | 'ready_at' | 'failed_at' | 'lost_at';

/** The column that each event sets. */
function columnOf({ kind, type }: RemoteEvent): HealthColumn {
  if (kind === 'load') return 'loaded_at';
  if (kind === 'ready') return 'ready_at';
  return isReleaseFault(type) ? 'failed_at' : 'lost_at';
}

interface AccountHealthPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  tickets: Pick<Tickets, 'pseudonym'>;
}

export function createAccountHealth({ db, clock, tickets }: AccountHealthPorts) {
  /** A release's new reports: a failure counts only for accounts that loaded it. */
  async function recordRelease(identifier: string, events: RemoteEvent[]): Promise<RemoteEvent[]> {
    const [{ remote, version }] = events as [RemoteEvent];
    const account = tickets.pseudonym(remote, version, identifier);
    const now = clock();
    return db.transaction().execute(async (trx) => {
      if (events.some(({ kind }) => kind === 'load')) {
        await trx
          .insertInto('health_account')
          .values({ remote, version, account, loaded_at: 0, ready_at: null, failed_at: null, lost_at: null })
          .onConflict((on) => on.doNothing())
          .execute();
      }
      const row: Row | undefined = await trx
        .selectFrom('health_account')
        .selectAll()
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('account', '=', account)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return [];
      const eventByColumn = new Map<HealthColumn, RemoteEvent>();
      for (const event of events) if (!eventByColumn.has(columnOf(event))) eventByColumn.set(columnOf(event), event);
      await trx
        .updateTable('health_account')
        .set(Object.fromEntries([...eventByColumn.keys()].map((mark) => [mark, now])))
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('account', '=', account)
        .execute();
      const isToday = (time: number | null) => time !== null && Math.floor(time / day) === Math.floor(now / day);
      return [...eventByColumn].filter(([mark]) => !isToday(row[mark])).map(([, event]) => event);
    });
  }

  return {
    /** Returns the events that the account has not reported today. */
    async record(identifier: string, events: RemoteEvent[]): Promise<RemoteEvent[]> {
      const byRelease = Map.groupBy(events, ({ remote, version }) => `${remote} ${version}`);
      const fresh: RemoteEvent[] = [];
      for (const some of byRelease.values()) fresh.push(...(await recordRelease(identifier, some)));
      return fresh;
    },

    /** In this time: how many accounts loaded a release, and how many it failed. */
    async sampleOf(remote: string, version: string, from: number, to = Number.MAX_SAFE_INTEGER): Promise<Sample> {
      return db
        .selectFrom('health_account')
        .select([
          sql<number>`count(*)::int`.as('accounts'),
          sql<number>`count(*) filter (where failed_at >= ${from})::int`.as('failed'),
        ])
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('loaded_at', '>=', from)
        .where('loaded_at', '<', to)
        .executeTakeFirstOrThrow();
    },
  };
}
