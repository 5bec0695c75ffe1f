// The open sockets of all gateways of a database: each gateway stores a row for each of its own.
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { type Counts, createCounts } from '../core/counts.ts';
import { createExchangeLoop, type ExchangeTiming } from '../core/exchangeLoop.ts';
import { monotonicClock, type MonotonicClock } from '../core/rateLimit.ts';
import { excessShare, type SharedCounts } from './sharedCounts.ts';

/** Open sockets at the other gateways. */
interface SocketNumbers {
  open: number;
  unregistered: number;
}

interface OwnSocket {
  id: number;
  networks: readonly string[];
  account: string | null;
  /** When it was opened and, after that, when it was registered. */
  since: number;
  isStored: boolean;
  close(): void;
}

interface SharedSocketsPorts {
  pool: Pick<pg.Pool, 'query'>;
  limits: Pick<Limits, 'socketsPerUser'>;
  node: string;
  sharedCounts: Pick<SharedCounts, 'nodes' | 'onForgotten'>;
  onError(error: unknown): void;
  timing?: ExchangeTiming;
  elapsed?: MonotonicClock;
}

const none: SocketNumbers = { open: 0, unregistered: 0 };
/** A gateway that was killed does not renew its row, so its sockets do not count for long. */
const isAlive = 'exists (select from gateway_node g where g.node = s.node and g.alive_until > now())';

export type SharedSockets = ReturnType<typeof createSharedSockets>;

export function createSharedSockets({
  pool,
  limits,
  node,
  sharedCounts,
  onError,
  timing,
  elapsed = monotonicClock,
}: SharedSocketsPorts) {
  const own = new Map<number, OwnSocket>();
  /** Opened or registered since the last exchange. */
  let changed = new Set<OwnSocket>();
  let removed: number[] = [];
  /** The networks whose numbers were used since the last exchange. */
  const askedNetworks = new Set<string>();
  /** The last numbers of these networks, and of all with a socket here. */
  const others = new Map<string, SocketNumbers>();
  /** The sockets of each network here, and those of them of which the other gateways do not know yet. */
  const openHere = createCounts();
  const unreported = createCounts();
  let lastId = 0;

  function countAll(counts: Counts, { networks }: OwnSocket, change: 1 | -1): void {
    for (const network of networks) counts.add(network, change);
  }

  function noteStored(socket: OwnSocket): void {
    if (!socket.isStored && own.has(socket.id)) countAll(unreported, socket, -1);
    socket.isStored = true;
  }

  sharedCounts.onForgotten(() => {
    changed = new Set(own.values());
  });

  async function store(sockets: readonly OwnSocket[], ids: readonly number[]): Promise<void> {
    const now = elapsed();
    await pool.query(
      `with gone as (delete from open_socket where node = $1 and id = any($2::bigint[]))
       insert into open_socket as o (node, id, narrow, wide, account, since)
       select $1, id, narrow, wide, account, now() - age * interval '1 millisecond'
       from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::float8[]) as t (id, narrow, wide, account, age)
       on conflict (node, id) do update set account = excluded.account,
         since = case when o.account is null then excluded.since else o.since end`,
      [
        node,
        ids,
        sockets.map(({ id }) => id),
        sockets.map(({ networks: [narrow] }) => narrow ?? ''),
        sockets.map(({ networks: [, wide] }) => wide ?? null),
        sockets.map(({ account }) => account),
        sockets.map(({ since }) => now - since),
      ],
    );
  }

  async function readOthers(networks: readonly string[]): Promise<void> {
    const { rows } = await pool.query<SocketNumbers & { network: string }>(
      `select n.network, count(s.node)::int as open,
         (count(s.node) filter (where s.account is null))::int as unregistered
       from unnest($2::text[]) as n (network) left join lateral (
         select s.node, s.account from open_socket s where s.narrow = n.network and s.node <> $1 and ${isAlive}
         union all
         select s.node, s.account from open_socket s where s.wide = n.network and s.node <> $1 and ${isAlive}
       ) s on true group by n.network`,
      [node, networks],
    );
    for (const { network, ...numbers } of rows) others.set(network, numbers);
  }

  /**
   * Marks the oldest sockets of accounts that have too many, at whichever gateway they are. Their age is in the
   * database's time, because the clocks of gateways differ.
   */
  const markExcess = (accounts: readonly string[]) =>
    pool.query(
      `update open_socket o set is_excess = true from (
         select s.node, s.id, row_number() over (partition by s.account order by s.since desc, s.id desc, s.node) as place
         from open_socket s where s.account = any($1::text[]) and ${isAlive}
       ) ranked where ranked.place > $2 and o.node = ranked.node and o.id = ranked.id and not o.is_excess`,
      [accounts, limits.socketsPerUser],
    );

  /** What is stored is committed before the others' rows are read: of two gateways, at least one sees the other's. */
  async function exchange(): Promise<void> {
    const stored = [...changed];
    const gone = removed;
    const networks = new Set(askedNetworks);
    changed = new Set();
    removed = [];
    askedNetworks.clear();
    try {
      if (stored.length > 0 || gone.length > 0) await store(stored, gone);
      stored.forEach(noteStored);
      for (const network of others.keys())
        if (openHere.of(network) === 0 && !networks.has(network)) others.delete(network);
      if (networks.size > 0) await readOthers([...networks]);
      const accounts = stored.flatMap(({ account }) => account ?? []);
      if (accounts.length > 0) await markExcess(accounts);
    } catch (error) {
      // The next exchange does all of it again: what was stored is stored once.
      for (const socket of stored) if (own.has(socket.id)) changed.add(socket);
      removed.push(...gone);
      for (const network of networks) askedNetworks.add(network);
      throw error;
    }
    const { rows } = await pool.query<{ id: number }>('select id from open_socket where node = $1 and is_excess', [
      node,
    ]);
    for (const { id } of rows) own.get(id)?.close();
  }

  const loop = createExchangeLoop({ exchange, onError, timing });

  return {
    settled: loop.settled,

    /** The sockets of a network at the other gateways, as of the last exchange. */
    others(network: string): SocketNumbers {
      askedNetworks.add(network);
      return others.get(network) ?? none;
    },

    /** Whether so few sockets of this network are unreported that `max` holds for all gateways together. */
    mayAdd: (network: string, max: number): boolean =>
      loop.isAlone() || unreported.of(network) <= (max * excessShare) / sharedCounts.nodes(),

    /** Adds a socket of a narrow and a wide network. */
    add(networks: readonly string[]) {
      lastId += 1;
      const socket: OwnSocket = {
        id: lastId,
        networks,
        account: null,
        since: elapsed(),
        isStored: false,
        close: () => undefined,
      };
      own.set(socket.id, socket);
      changed.add(socket);
      for (const counts of [openHere, unreported]) countAll(counts, socket, 1);
      return {
        register(account: string, close: () => void): void {
          if (!own.has(socket.id)) return;
          Object.assign(socket, { account, close, since: elapsed() });
          changed.add(socket);
        },
        remove(): void {
          if (!own.delete(socket.id)) return;
          countAll(openHere, socket, -1);
          if (!socket.isStored) countAll(unreported, socket, -1);
          // Its row may just be on its way, so it is deleted in any case.
          changed.delete(socket);
          removed.push(socket.id);
        },
      };
    },

    async close(): Promise<void> {
      await loop.close();
      await pool.query('delete from open_socket where node = $1', [node]).catch(onError);
    },
  };
}
