// Counts page reports per release: each account once a day, visitors separately; no content, no identities.
import type { FailureCount, HealthHour, RemoteEvent, RemoteHealth } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { isFailure, isReleaseFault } from '@amber/proto/releaseFailures';
import { sql } from 'kysely';
import { createAccountHealth, type Reporter } from './accountHealth.ts';
import { percentile, stepCount, stepOf } from './speed.ts';
import type { Tickets } from './tickets.ts';
import type { Undelivered } from './undelivered.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const minute = 60_000;
const minutesPerHour = 60;
const hoursShown = 24;

interface Tally {
  remote: string;
  version: string;
  loads: number;
  errors: number;
  crashes: number;
  ready: number[];
}

interface PendingTally extends Tally {
  visitors: boolean;
  /** How often each reason was reported. */
  failures: Map<string, number>;
}

export type Health = ReturnType<typeof createHealth>;

const empty = (remote: string, version: string): Tally => ({
  remote,
  version,
  loads: 0,
  errors: 0,
  crashes: 0,
  ready: Array<number>(stepCount).fill(0),
});

/** The reason for a failure; null for another event. Anyone may report: unknown reasons count as 'other'. */
const failureOf = ({ kind, type }: RemoteEvent): string | null => {
  if (kind !== 'error' && kind !== 'crash') return null;
  return isFailure(type) ? type : 'other';
};

/** Counts an event; one of a newer version, of an unknown kind, is ignored. */
function countEvent(tally: PendingTally, { kind, milliseconds }: RemoteEvent, failure: string | null): void {
  if (kind === 'load') tally.loads += 1;
  if (kind === 'ready') tally.ready[stepOf(milliseconds)]! += 1;
  if (kind === 'error') tally.errors += 1;
  if (kind === 'crash') tally.crashes += 1;
  if (failure !== null) tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1);
}

interface HealthPorts extends Pick<GatewayBase, 'db' | 'clock' | 'metrics'> {
  tickets: Tickets;
  undelivered: Pick<Undelivered, 'has'>;
  limits: Pick<Limits, 'rolloutPeriod' | 'judgingAge' | 'judgesPerNetwork'>;
}

export function createHealth({ db, clock, metrics, tickets, undelivered, limits }: HealthPorts) {
  const accounts = createAccountHealth({ db, clock, tickets, limits });
  let pending = new Map<string, PendingTally>();
  let writing: Promise<void> = Promise.resolve();
  let queuedWrite: Promise<void> | null = null;

  async function write(): Promise<void> {
    const tallies = [...pending.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
    pending = new Map();
    if (tallies.length === 0) return;
    const now = Math.floor(clock() / minute);
    const failed = tallies.flatMap(({ remote, version, visitors, failures }) =>
      [...failures].sort().map(([type, some]) => ({ remote, version, visitors, minute: now, type, count: some })),
    );
    if (failed.length > 0) {
      await db
        .insertInto('remote_failure')
        .values(failed)
        .onConflict((on) =>
          on
            .columns(['remote', 'version', 'minute', 'type', 'visitors'])
            .doUpdateSet({ count: sql<number>`remote_failure.count + excluded.count` }),
        )
        .execute();
    }
    await db
      .insertInto('remote_health')
      .values(tallies.map(({ failures: _, ...tally }) => ({ ...tally, minute: now })))
      .onConflict((on) =>
        on.columns(['remote', 'version', 'minute', 'visitors']).doUpdateSet({
          loads: sql<number>`remote_health.loads + excluded.loads`,
          errors: sql<number>`remote_health.errors + excluded.errors`,
          crashes: sql<number>`remote_health.crashes + excluded.crashes`,
          ready: sql<
            number[]
          >`(select array_agg(a + b order by i) from unnest(remote_health.ready, excluded.ready) with ordinality as steps (a, b, i))`,
        }),
      )
      .execute();
  }

  /** Resolves when the events are stored. Events that arrive during a write are written together. */
  function add(events: RemoteEvent[], { visitors }: { visitors: boolean }): Promise<void> {
    for (const event of events) {
      const key = `${event.remote} ${event.version} ${visitors}`;
      const tally = pending.get(key) ?? {
        ...empty(event.remote, event.version),
        visitors,
        failures: new Map<string, number>(),
      };
      pending.set(key, tally);
      const failure = failureOf(event);
      countEvent(tally, event, failure);
      if (failure === null) continue;
      const { remote, version } = event;
      const reporter = visitors ? 'visitor' : 'account';
      metrics.increment('amber_remote_failures_total', { remote, version, type: failure, reporter });
    }
    queuedWrite ??= writing = writing
      .catch(() => undefined)
      .then(() => {
        queuedWrite = null;
        return write();
      });
    return queuedWrite;
  }

  /** Each release's reasons, most frequent first. */
  async function failuresSince(time: number, remote?: string): Promise<Map<string, FailureCount[]>> {
    let query = db
      .selectFrom('remote_failure')
      .select(['remote', 'version', 'type', sql<number>`sum(count)::bigint`.as('count')])
      .where('minute', '>=', Math.floor(time / minute))
      .where('visitors', '=', false)
      .groupBy(['remote', 'version', 'type'])
      .orderBy('count', 'desc')
      .orderBy('type');
    if (remote !== undefined) query = query.where('remote', '=', remote);
    return Map.groupBy(await query.execute(), (row) => `${row.remote} ${row.version}`) as Map<string, FailureCount[]>;
  }

  return {
    sampleOf: accounts.sampleOf,
    periodsOf: accounts.periodsOf,
    repeatedReadyTimes: accounts.repeatedReadyTimes,

    /** Visitors' reports are shown but judge nothing, because they may be made up. */
    recordVisitorReports: (events: RemoteEvent[]): Promise<void> => add(events, { visitors: true }),

    /** Returns the new events: an account's load and failure each count once a day. */
    async recordAccountReport(reporter: Reporter, events: RemoteEvent[]): Promise<RemoteEvent[]> {
      const fresh = await accounts.record(
        reporter,
        events.map((event) => ({
          ...event,
          isReleaseFault: isReleaseFault(event.type) || undelivered.has(event.remote, event.version, reporter.address),
        })),
      );
      if (fresh.length > 0) await add(fresh, { visitors: false });
      return fresh;
    },

    /** All counts since then, per release; for one remote or all. */
    async summarySince(
      time: number,
      remote?: string,
    ): Promise<
      Omit<
        RemoteHealth,
        | 'accounts'
        | 'failed'
        | 'judged'
        | 'doubt'
        | 'testerLoads'
        | 'testerFailures'
        | 'repeatVisitP50'
        | 'repeatVisitP95'
        | 'slowerReason'
      >[]
    > {
      let query = db
        .selectFrom('remote_health')
        .selectAll()
        .where('minute', '>=', Math.floor(time / minute));
      if (remote !== undefined) query = query.where('remote', '=', remote);
      const now = Math.floor(clock() / minute);
      const sums = new Map<string, Tally & Pick<RemoteHealth, 'visitorLoads' | 'visitorFailures' | 'hours'>>();
      for (const row of await query.execute()) {
        const key = `${row.remote} ${row.version}`;
        const sum = sums.get(key) ?? {
          ...empty(row.remote, row.version),
          visitorLoads: 0,
          visitorFailures: 0,
          hours: Array.from({ length: hoursShown }, (): HealthHour => ({ loads: 0, failures: 0 })),
        };
        sums.set(key, sum);
        if (row.visitors) {
          sum.visitorLoads += row.loads;
          sum.visitorFailures += row.errors + row.crashes;
          continue;
        }
        sum.loads += row.loads;
        sum.errors += row.errors;
        sum.crashes += row.crashes;
        row.ready.forEach((some, step) => {
          sum.ready[step]! += some;
        });
        const hour = sum.hours[hoursShown - 1 - Math.floor((now - row.minute) / minutesPerHour)];
        if (!hour) continue;
        hour.loads += row.loads;
        hour.failures += row.errors + row.crashes;
      }
      const failures = await failuresSince(time, remote);
      return [...sums.values()].map(({ ready, ...tally }) => ({
        ...tally,
        readyP50: percentile(ready, 0.5),
        readyP95: percentile(ready, 0.95),
        failures: failures.get(`${tally.remote} ${tally.version}`) ?? [],
      }));
    },

    whenWritten: () => writing.catch(() => undefined),
  };
}
