// Counts per minute that the gateways of a database add up: each counts in its memory and reports to a table.
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { createExchangeLoop, type ExchangeTiming } from '../core/exchangeLoop.ts';
import { type Counter, createEviction, keysMax } from '../core/rateLimit.ts';

const minute = 60_000;
/** The part of a limit by which all gateways together may exceed it. */
export const excessShare = 0.1;
/** The number of counts in one statement. */
const countsPerStatement = 10_000;

/** The count of a key in a minute. */
interface Count {
  minute: number;
  limit: string;
  key: string;
  /** What was counted here. */
  own: number;
  /** What of it the table has. */
  reported: number;
  /** What of it is to be reported: not what was refused, because the table is full for this key then. */
  unreported: number;
  /** What the other gateways had reported at the last exchange. */
  others: number;
}

interface SharedCountsPorts {
  pool: Pick<pg.Pool, 'query'>;
  clock: Clock;
  limits: Pick<Limits, 'leaseFor'>;
  /** The unique name of this gateway's process. */
  node: string;
  onError(error: unknown): void;
  timing?: ExchangeTiming;
}

export type SharedCounts = ReturnType<typeof createSharedCounts>;

export function createSharedCounts({ pool, clock, limits, node, onError, timing }: SharedCountsPorts) {
  let counts = new Map<string, Count>();
  const changed = new Set<Count>();
  const evict = createEviction<Count>(({ own, others }) => own + others);
  let countedMinute = 0;
  let sweptMinute = 0;
  /** The number of running gateways; before it is known, nothing is allowed without an exchange. */
  let nodes = Infinity;
  let isAnnounced = false;
  const forgottenListeners: (() => void)[] = [];

  function startMinute(): void {
    const current = Math.floor(clock() / minute);
    if (current === countedMinute) return;
    // What the last minute counted is still reported, because calls may wait for it.
    counts = new Map();
    countedMinute = current;
  }

  const idOf = (limit: string, key: string): string => `${limit} ${key}`;
  const rowIdOf = (row: Pick<Count, 'minute' | 'limit' | 'key'>): string => `${row.minute} ${idOf(row.limit, row.key)}`;

  function countOf(limit: string, key: string): Count {
    startMinute();
    const id = idOf(limit, key);
    const known = counts.get(id);
    if (known) return known;
    // What a displaced key has reported comes back with the next exchange; the rest is lost, because memory is bounded.
    const evicted = counts.size >= keysMax ? evict(counts) : undefined;
    if (evicted) changed.delete(evicted);
    const count: Count = { minute: countedMinute, limit, key, own: 0, reported: 0, unreported: 0, others: 0 };
    counts.set(id, count);
    return count;
  }

  /**
   * Reports the amounts of some counts, and that this gateway runs. Rows are locked in the order of their keys, so that
   * gateways do not block each other.
   */
  async function report(some: readonly Count[]): Promise<void> {
    const reported = new Map(some.map((count) => [rowIdOf(count), count]));
    const amounts = some.map(({ unreported }) => unreported);
    const { rows } = await pool.query<{
      nodes: number;
      is_new: boolean;
      minute: number | null;
      limit: string;
      key: string;
      count: number;
    }>(
      `with own as (
         insert into gateway_node (node, alive_until) values ($1, now() + $2 * interval '1 millisecond')
         on conflict (node) do update set alive_until = excluded.alive_until
         returning xmax = 0 as is_new
       ), added as (
         insert into shared_count as c (minute, limit_name, key, count)
         select * from unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[]) as t (minute, limit_name, key, count)
         order by minute, limit_name, key
         on conflict (minute, limit_name, key) do update set count = c.count + excluded.count
         returning minute, limit_name, key, count
       )
       select (select 1 + count(*)::int from gateway_node where node <> $1 and alive_until > now()) as nodes,
         own.is_new, added.minute, added.limit_name as limit, added.key, added.count
       from own left join added on true`,
      [
        node,
        limits.leaseFor,
        some.map((count) => count.minute),
        some.map(({ limit }) => limit),
        some.map(({ key }) => key),
        amounts,
      ],
    );
    some.forEach((count, at) => {
      count.unreported -= amounts[at]!;
      count.reported += amounts[at]!;
    });
    for (const { minute: counted, limit, key, count: total } of rows) {
      const count = counted === null ? undefined : reported.get(rowIdOf({ minute: counted, limit, key }));
      if (count) count.others = Math.max(0, total - count.reported);
    }
    nodes = rows[0]!.nodes;
    // The row is gone after a crash of the database, or when this gateway was stopped for long.
    if (rows[0]!.is_new && isAnnounced) for (const listener of forgottenListeners) listener();
    isAnnounced = true;
  }

  /** Removes counts that are over, by the database's time, and gateways that ended without saying so. */
  async function dropOld(): Promise<void> {
    await pool.query('delete from shared_count where minute < floor(extract(epoch from now()) / 60) - 2');
    await pool.query(
      `with dead as (delete from gateway_node where alive_until < now() - interval '1 minute' returning node)
       delete from open_socket where node in (select node from dead)`,
    );
  }

  async function exchange(): Promise<void> {
    startMinute();
    const all = [...changed];
    changed.clear();
    try {
      for (let at = 0; at === 0 || at < all.length; at += countsPerStatement)
        await report(all.slice(at, at + countsPerStatement));
    } catch (error) {
      // A minute that is over has no use for what could not be reported.
      for (const count of all)
        if (count.unreported > 0 && counts.get(idOf(count.limit, count.key)) === count) changed.add(count);
      throw error;
    }
    if (sweptMinute === countedMinute) return;
    sweptMinute = countedMinute;
    await dropOld();
  }

  const loop = createExchangeLoop({ exchange, onError, timing });
  void loop.settled();

  return {
    /** Returns the counter of a limit. */
    counterOf:
      (limit: string): Counter =>
      (key, amount, max) => {
        const count = countOf(limit, key);
        count.own += amount;
        const place = count.own;
        if (count.others + place > max) return false;
        count.unreported += amount;
        changed.add(count);
        // Others do not know of what is unreported, so all gateways together stay within this share of the limit.
        if (count.unreported <= (max * excessShare) / nodes || loop.isAlone()) return true;
        return loop.settled().then(() => count.others + place <= max);
      },

    settled: loop.settled,

    /** The number of gateways that run. */
    nodes: (): number => nodes,

    /** Called when the database has forgotten what this gateway reported. */
    onForgotten: (listener: () => void) => void forgottenListeners.push(listener),

    async close(): Promise<void> {
      await loop.close();
      await pool.query('delete from gateway_node where node = $1', [node]).catch(onError);
    },
  };
}
