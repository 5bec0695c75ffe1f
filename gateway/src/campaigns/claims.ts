// Joining campaigns and claiming prizes: one claim per account, prize, wallet and phone.
import { createHmac } from 'node:crypto';
import type { CampaignPart, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isLoopback, networkOf } from '../core/address.ts';
import { createConcurrencyLimit } from '../core/concurrencyLimit.ts';
import { checksummed } from '../people/signIn/ethereum.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db, Transaction } from '../db/store.ts';
import { type Campaigns, type CampaignRow, statusOf } from './campaigns.ts';
import { notifyProgress } from './notifyProgress.ts';
import type { TaskMessages } from './taskMessages.ts';
import { progressOf } from './tasks.ts';

interface ClaimPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  /** Keys the hashes of wallets and phones, so that the stored values reveal nothing. */
  secret: string;
  /** The E.164 form of a stored number. */
  numberOf(phone: string): string;
  campaigns: Campaigns;
  taskMessages: TaskMessages;
}

/** The person who claims, with their network address. */
export interface Claimant {
  identifier: string;
  address: string;
}

/** Hashes of the person's wallet and phone; null for what the account does not have. */
interface ClaimKeys {
  wallet_key: Buffer | null;
  phone_key: Buffer | null;
}

const ticketPattern = /^[0-9a-f]{32}$/;

export function createClaims({ db, bus, clock, limits, secret, numberOf, campaigns, taskMessages }: ClaimPorts) {
  /**
   * Claims wait for the lock on their campaign's row. This limit keeps the waiting ones from occupying all database
   * connections.
   */
  const runLimited = createConcurrencyLimit({ count: 2, waitingMax: limits.campaignClaimsWaiting });

  const keyOf = (kind: 'wallet' | 'phone', value: string | null): Buffer | null =>
    value === null ? null : createHmac('sha256', secret).update(`${kind}/${value}`).digest();

  /** Loopback is ignored: everybody shares it on a test machine, and nobody has it elsewhere. */
  const networkFrom = (address: string): string => (isLoopback(address) ? '' : networkOf(address));

  /** The wallet of this person, and the hashes by which other accounts of the same person are found. */
  async function keysOf(from: Db, me: string): Promise<{ wallet: string | null; keys: ClaimKeys }> {
    const { wallet, phone } = await from
      .selectFrom('person')
      .select(['wallet', 'phone'])
      .where('identifier', '=', me)
      .executeTakeFirstOrThrow();
    return {
      wallet,
      keys: { wallet_key: keyOf('wallet', wallet), phone_key: keyOf('phone', phone && numberOf(phone)) },
    };
  }

  /** Returns the account that has claimed with the same wallet or phone. It must not be called for who has claimed. */
  async function findClaimElsewhere(
    from: Db,
    id: string,
    keys: ClaimKeys,
  ): Promise<{ kind: 'wallet' | 'phone'; other: string } | null> {
    for (const kind of ['wallet', 'phone'] as const) {
      const key = keys[`${kind}_key`];
      const claim =
        key &&
        (await from
          .selectFrom('campaign_claim')
          .select('identifier')
          .where('campaign', '=', id)
          .where(`${kind}_key`, '=', key)
          .executeTakeFirst());
      if (claim) return { kind, other: claim.identifier };
    }
    return null;
  }

  const isClaimedElsewhere = async (from: Db, id: string, me: string): Promise<boolean> =>
    (await findClaimElsewhere(from, id, (await keysOf(from, me)).keys)) !== null;

  async function partOf(from: Db, id: string, me: string): Promise<Input<CampaignPart>> {
    const joined = await from
      .selectFrom('campaign_participant')
      .select('joined_at')
      .where('campaign', '=', id)
      .where('identifier', '=', me)
      .executeTakeFirst();
    if (!joined) return { joinedAt: 0, claimedElsewhere: await isClaimedElsewhere(from, id, me) };
    const claim = await from
      .selectFrom('campaign_claim as c')
      .leftJoin('campaign_code as p', (on) =>
        on.onRef('p.campaign', '=', 'c.campaign').onRef('p.place', '=', 'c.place'),
      )
      .select(['c.claimed_at', 'c.ticket', 'c.place', 'c.wallet', 'p.code'])
      .where('c.campaign', '=', id)
      .where('c.identifier', '=', me)
      .executeTakeFirst();
    // Rows from before join times were stored.
    const joinedAt = joined.joined_at || 1;
    if (!claim) return { joinedAt, claimedElsewhere: await isClaimedElsewhere(from, id, me) };
    return {
      joinedAt,
      claimedAt: claim.claimed_at,
      ticket: claim.ticket ?? '',
      place: claim.place ?? 0,
      code: claim.code ?? '',
      wallet: claim.wallet ? checksummed(claim.wallet) : '',
    };
  }

  const insertParticipant = (tx: Transaction, id: string, { identifier, address }: Claimant) =>
    tx
      .insertInto('campaign_participant')
      .values({ campaign: id, identifier, joined_at: clock(), network: networkFrom(address) })
      .onConflict((on) => on.doNothing())
      .execute();

  /** Locks the campaign until the transaction ends, which serializes its joins, claims, stops and draws. */
  const lockCampaign = (tx: Transaction, id: string): Promise<CampaignRow> =>
    tx.selectFrom('campaign').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

  /** @throws Fault CAMPAIGN_CLOSED */
  function checkOpen(row: CampaignRow): void {
    if (row.state !== 'published' || statusOf(row, clock()) !== 'live') throw new Fault('CAMPAIGN_CLOSED');
  }

  /** Returns a fault that must be thrown only after the transaction, which stores a note for the operators. */
  const claimLocked = (id: string, ticket: string, claimant: Claimant): Promise<Fault | null> =>
    db.transaction().execute(async (tx) => {
      const row = await lockCampaign(tx, id);
      const me = claimant.identifier;
      const before = await tx
        .selectFrom('campaign_claim')
        .select('claimed_at')
        .where('campaign', '=', id)
        .where('identifier', '=', me)
        .executeTakeFirst();
      if (before) return null;
      checkOpen(row);
      if (row.way === 'firstCome' && row.given >= row.prizes) throw new Fault('CAMPAIGN_EMPTY');
      const tasks = await campaigns.tasksOf(tx, row);
      const done = await progressOf(tx, tasks, me);
      if (tasks.some(({ count }, index) => done[index]! < count)) throw new Fault('CAMPAIGN_TASKS');
      const { wallet, keys } = await keysOf(tx, me);
      if (row.prize === 'wallet' && wallet === null) throw new Fault('CAMPAIGN_WALLET');
      const claimed = await findClaimElsewhere(tx, id, keys);
      if (claimed) {
        await tx
          .insertInto('campaign_refusal')
          .values({ campaign: id, identifier: me, ...claimed, refused_at: clock() })
          .onConflict((on) => on.doNothing())
          .execute();
        return new Fault('CAMPAIGN_TWICE');
      }
      await insertParticipant(tx, id, claimant);
      const isFirstCome = row.way === 'firstCome';
      await tx
        .insertInto('campaign_claim')
        .values({
          campaign: id,
          identifier: me,
          claimed_at: clock(),
          ticket: isFirstCome ? null : ticket,
          place: isFirstCome ? row.given + 1 : null,
          wallet: row.prize === 'wallet' ? wallet : null,
          ...keys,
          network: networkFrom(claimant.address),
        })
        .execute();
      await tx
        .updateTable('campaign')
        .set({ claims: row.claims + 1, given: row.given + (isFirstCome ? 1 : 0) })
        .where('id', '=', id)
        .execute();
      return null;
    });

  return {
    partOf,

    /** @throws Fault NO_AUTH, CAMPAIGN_CLOSED; UNAVAILABLE when too many wait. */
    async join(id: string, claimant: Claimant): Promise<Input<CampaignPart>> {
      checkOpen(await campaigns.find(db, id));
      // Locks the campaign's row first, as claims do: in the opposite order, a person's concurrent join and claim would
      // deadlock.
      await runLimited(() =>
        db.transaction().execute(async (tx) => {
          checkOpen(await lockCampaign(tx, id));
          await insertParticipant(tx, id, claimant);
        }),
      );
      return partOf(db, id, claimant.identifier);
    },

    /**
     * Claims a prize once per account; a repeated claim gets the same answer.
     * @throws Fault NO_AUTH, BAD_REQUEST, CAMPAIGN_CLOSED, CAMPAIGN_EMPTY, CAMPAIGN_TASKS, CAMPAIGN_WALLET,
     * CAMPAIGN_TWICE; UNAVAILABLE when too many wait.
     */
    async claim(id: string, ticket: string, claimant: Claimant): Promise<Input<CampaignPart>> {
      const row = await campaigns.find(db, id);
      const mine = await partOf(db, id, claimant.identifier);
      if (mine.claimedAt) return mine;
      // This check needs no lock, so claims after the last prize or the end do not wait.
      checkOpen(row);
      if (row.prize === 'none') throw new Fault('BAD_REQUEST');
      if (row.way === 'draw' && !ticketPattern.test(ticket)) throw new Fault('BAD_REQUEST');
      if (row.way === 'firstCome' && row.given >= row.prizes) throw new Fault('CAMPAIGN_EMPTY');
      await taskMessages.catchUp(await campaigns.tasksOf(db, row));
      const refusal = await runLimited(() => claimLocked(id, ticket, claimant)).catch(
        (thrown: { constraint?: string }) => {
          // The ticket belongs to another account. That never happens by chance, so the page made it up.
          throw thrown.constraint === 'campaign_claim_ticket' ? new Fault('BAD_REQUEST', { cause: thrown }) : thrown;
        },
      );
      if (refusal) throw refusal;
      // The person's other devices show the claim instead of the button.
      notifyProgress(bus, claimant.identifier);
      return partOf(db, id, claimant.identifier);
    },

    /**
     * Updates the phone hash of an account's claims to this E.164 number. `tx`: the transaction that read the number.
     */
    setPhone: (tx: Transaction, identifier: string, number: string) =>
      tx
        .updateTable('campaign_claim')
        .set({ phone_key: keyOf('phone', number) })
        .where('identifier', '=', identifier)
        .where('phone_key', 'is not', null)
        .execute(),

    /** Deletes the network addresses of judged campaigns, because only finding clusters needs them. */
    async dropNetworks(): Promise<void> {
      const before = clock() - limits.campaignNetworkRetention;
      for (const table of ['campaign_participant', 'campaign_claim'] as const)
        await db
          .updateTable(table)
          .set({ network: '' })
          .where('network', '<>', '')
          .where('campaign', 'in', (from) => from.selectFrom('campaign').select('id').where('ends_at', '<', before))
          .execute();
    },
  };
}
