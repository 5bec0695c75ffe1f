// Per release, the accounts that loaded it and the ones it failed, so that each account counts once.
import type { RemoteEvent } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { sql, type Selectable } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Tables } from '../db/tables.ts';
import { createJudgingAccounts } from './judgingAccounts.ts';
import { stepCount, stepOf } from './speed.ts';
import type { Tickets } from './tickets.ts';
import type { PeriodSample, Sample } from './regression.ts';

const day = 24 * 60 * 60_000;

type Row = Selectable<Tables['health_account']>;
/** Whose page reports, and from which address. */
export interface Reporter {
  identifier: string;
  address: string;
}

/** Which accounts are counted: those that judge, or everyone. */
export type Counted = 'judged' | 'everyone';

/** The accounts of a release that loaded it in a time. */
export interface SampleRange {
  remote: string;
  version: string;
  from: number;
  to?: number;
  counted?: Counted;
}

type HealthColumn = 'loaded_at' | 'ready_at' | 'failed_at' | 'lost_at';

/** How fast it was ready for an account that had it before; a first visit fetches its files. */
function repeatedReady(row: Row, events: readonly AccountEvent[], now: number) {
  const ready = events.find(({ kind }) => kind === 'ready');
  return ready && row.ready_at !== null ? { again_at: now, again_step: stepOf(ready.milliseconds) } : {};
}

const unused = { loaded_at: 0, ready_at: null, failed_at: null, lost_at: null, judged: false, network: null };

/** The event of an account's page, and whether it is certainly the release's fault. */
export interface AccountEvent extends RemoteEvent {
  isReleaseFault: boolean;
}

/** The column that each event sets. */
function columnOf({ kind, isReleaseFault }: AccountEvent): HealthColumn {
  if (kind === 'load') return 'loaded_at';
  if (kind === 'ready') return 'ready_at';
  return isReleaseFault ? 'failed_at' : 'lost_at';
}

interface AccountHealthPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  tickets: Pick<Tickets, 'pseudonym' | 'networkPseudonym'>;
  limits: Pick<Limits, 'rolloutPeriod' | 'judgingAge' | 'judgesPerNetwork'>;
}

export function createAccountHealth({ db, clock, tickets, limits }: AccountHealthPorts) {
  const judgingAccounts = createJudgingAccounts({ clock, tickets, limits });

  /** A release's new reports: a failure counts only for accounts that loaded it. */
  async function recordRelease({ identifier, address }: Reporter, events: AccountEvent[]): Promise<RemoteEvent[]> {
    const [{ remote, version }] = events as [AccountEvent];
    const account = tickets.pseudonym(remote, version, identifier);
    const now = clock();
    return db.transaction().execute(async (trx) => {
      const hasLoaded = events.some(({ kind }) => kind === 'load');
      if (hasLoaded) {
        await trx
          .insertInto('health_account')
          .values({ remote, version, account, ...unused })
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
      // An account that is too young at first judges later, with its failures of that time.
      const judging =
        hasLoaded && !row.judged ? await judgingAccounts.check(trx, { remote, version, identifier, address }) : {};
      const eventByColumn = new Map<HealthColumn, AccountEvent>();
      for (const event of events) if (!eventByColumn.has(columnOf(event))) eventByColumn.set(columnOf(event), event);
      await trx
        .updateTable('health_account')
        .set({
          ...Object.fromEntries([...eventByColumn.keys()].map((mark) => [mark, now])),
          ...judging,
          ...repeatedReady(row, events, now),
        })
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
    async record(reporter: Reporter, events: AccountEvent[]): Promise<RemoteEvent[]> {
      const byRelease = Map.groupBy(events, ({ remote, version }) => `${remote} ${version}`);
      const fresh: RemoteEvent[] = [];
      for (const some of byRelease.values()) fresh.push(...(await recordRelease(reporter, some)));
      return fresh;
    },

    /** In this time: how many accounts loaded a release, and how many it failed. */
    async sampleOf({
      remote,
      version,
      from,
      to = Number.MAX_SAFE_INTEGER,
      counted = 'judged',
    }: SampleRange): Promise<Sample> {
      let query = db
        .selectFrom('health_account')
        .select([
          sql<number>`count(*)::int`.as('accounts'),
          sql<number>`count(*) filter (where failed_at >= ${from})::int`.as('failed'),
        ])
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('loaded_at', '>=', from)
        .where('loaded_at', '<', to);
      if (counted === 'judged') query = query.where('judged', '=', true);
      return query.executeTakeFirstOrThrow();
    },

    /** In this time: how many of the accounts that judge a release had it ready again in each step of time. */
    async repeatedReadyTimes({
      remote,
      version,
      from,
    }: Pick<SampleRange, 'remote' | 'version' | 'from'>): Promise<number[]> {
      const rows = await db
        .selectFrom('health_account')
        .select(['again_step as step', sql<number>`count(*)::int`.as('count')])
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('judged', '=', true)
        .where('again_at', '>=', from)
        .groupBy('again_step')
        .execute();
      const histogram = Array<number>(stepCount).fill(0);
      for (const { step, count } of rows) histogram[step!] = count;
      return histogram;
    },

    /** The accounts that have loaded a release since `from`, by period: each in that of its failure, or last visit. */
    async periodsOf({ remote, version, from, counted = 'judged' }: Omit<SampleRange, 'to'>): Promise<PeriodSample[]> {
      const { rows } = await sql<PeriodSample>`
        select (coalesce(greatest(failed, lost), loaded_at) / ${limits.rolloutPeriod})::int as period, count(*)::int as accounts,
          count(failed)::int as failed, count(coalesce(failed, lost))::int as lost
        from (
          select loaded_at, case when failed_at >= ${from} then failed_at end as failed, case when lost_at >= ${from} then lost_at end as lost
          from health_account
          where remote = ${remote} and version = ${version} and loaded_at >= ${from} and (judged or ${counted === 'everyone'})
        ) account
        group by period`.execute(db);
      return rows;
    },
  };
}
