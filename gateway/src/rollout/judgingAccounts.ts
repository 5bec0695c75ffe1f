// Decides whose reports judge a release: accounts that somebody uses, at most three per network.
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import { isLoopback, networkOf } from '../core/address.ts';
import type { Clock } from '../core/clock.ts';
import type { Db, Transaction } from '../db/store.ts';
import type { Tickets } from './tickets.ts';

const day = 24 * 60 * 60_000;
const dayOf = (time: number): number => Math.floor(time / day);

/** Who sent a message is looked up in this many of the account's chats, among this many of each chat's last ones. */
const [chatsSearched, messagesSearched] = [20, 100];

interface JudgingAccountsPorts {
  clock: Clock;
  tickets: Pick<Tickets, 'networkPseudonym'>;
  limits: Pick<Limits, 'judgingAge' | 'judgesPerNetwork'>;
}

interface Reporting {
  remote: string;
  version: string;
  identifier: string;
  address: string;
}

/** Notes the first visit on a later day than the one of the sign-up. */
export async function recordReturn(db: Db, identifier: string, now: number): Promise<void> {
  await db
    .updateTable('person')
    .set({ returned_at: now })
    .where('identifier', '=', identifier)
    .where('returned_at', 'is', null)
    .where('created_at', '<', dayOf(now) * day)
    .execute();
}

/**
 * A stranger creates any number of wallet accounts in seconds, which would halt a good release or protect a bad one. So
 * an account judges if it is older than a day and has sent a message, or has been here on a day in between.
 */
export function createJudgingAccounts({ clock, tickets, limits }: JudgingAccountsPorts) {
  async function isInUse(trx: Transaction, identifier: string): Promise<boolean> {
    const now = clock();
    const person = await trx
      .selectFrom('person')
      .select(['created_at', 'returned_at'])
      .where('identifier', '=', identifier)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!person || person.created_at > now - limits.judgingAge) return false;
    if (person.returned_at !== null && dayOf(person.returned_at) < dayOf(now)) return true;
    const { rows } = await sql<{ has_sent: boolean }>`
      select exists (
        select from (select conversation from member where identifier = ${identifier} limit ${chatsSearched}) chat
        join conversation on conversation.id = chat.conversation
        join message on message.conversation = conversation.id and message.seq > conversation.last_seq - ${messagesSearched}::int
        where message.sender = ${identifier}
      ) as has_sent`.execute(trx);
    return rows[0]!.has_sent;
  }

  return {
    /** Whether the account judges this release, and the pseudonym of its network; null for this machine's own. */
    async check(
      trx: Transaction,
      { remote, version, identifier, address }: Reporting,
    ): Promise<{ judged: boolean; network: Buffer | null }> {
      const network = isLoopback(address) ? null : tickets.networkPseudonym(remote, version, networkOf(address));
      if (!(await isInUse(trx, identifier))) return { judged: false, network };
      if (network === null) return { judged: true, network };
      // Reports that arrive together would all see the same count.
      await sql`select pg_advisory_xact_lock(${network.readInt32BE(0)}, ${network.readInt32BE(4)})`.execute(trx);
      const { count } = await trx
        .selectFrom('health_account')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('remote', '=', remote)
        .where('version', '=', version)
        .where('network', '=', network)
        .where('judged', '=', true)
        .executeTakeFirstOrThrow();
      return { judged: count < limits.judgesPerNetwork, network };
    },
  };
}
