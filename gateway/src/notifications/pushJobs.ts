// Pending push notifications, as rows: a restart loses none, and several gateways share the work.
import type { Conversation_UserSetting, PushChoices } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type pg from 'pg';
import type { CallNotification, CampaignNotification, Chat, UnreadMessage } from './payload.ts';
import type { PushTarget } from './pushSender.ts';
import type { Db, Transaction } from '../db/store.ts';

export interface PushJob {
  identifier: string;
  device: string;
  /**
   * A conversation's id, or the key of a campaign event (see `parseCampaignJob`), of somebody who waits (see
   * `parseWaitingJob`), of a call (see `parseCallJob`) or of the account's deletion (see `isDeletion`).
   */
  conversation: string;
  asked: number;
  tries: number;
  told_seq: number;
  closed_seq: number;
  /** The number of this claim: a later one belongs to another gateway. */
  claim: number;
}

/** The device, and the conversation as its person sees it. */
export interface Subscriber extends PushTarget, Chat {
  choices: PushChoices;
  setting: Partial<Conversation_UserSetting>;
  /** The position up to which messages are read, or are from before the person joined. */
  after: number;
  created_at: number;
}

/** `won`: the person won a prize in a draw. `ready`: all tasks are done. */
type CampaignPushKind = CampaignNotification['kind'];

/** The key prefixes of campaign jobs: no conversation's id contains a space. */
const keyPrefixes: Record<CampaignPushKind, string> = { won: 'campaign ', ready: 'ready ' };

/** The campaign event that a job is about; null for any other job. */
export function parseCampaignJob({
  conversation,
}: Pick<PushJob, 'conversation'>): { kind: CampaignPushKind; campaign: string } | null {
  const kind = (['won', 'ready'] as const).find((one) => conversation.startsWith(keyPrefixes[one]));
  return kind ? { kind, campaign: conversation.slice(keyPrefixes[kind].length) } : null;
}

/** Ends an insert: a job that exists already is requested once more, and stays due at its time. */
const upsert = `on conflict (identifier, device, conversation) do update
  set asked = push_job.asked + 1, due_at = coalesce(push_job.due_at, excluded.due_at)`;

/** The key that a job about the deletion of the account has instead of a conversation's id. */
const deletionKey = 'account deletion';

/** Whether this job is about the deletion of its person's account. */
export const isDeletion = ({ conversation }: Pick<PushJob, 'conversation'>): boolean => conversation === deletionKey;

/**
 * Notifies a person's devices of the deletion, except the one that requested it. It is part of the transaction that
 * schedules the deletion.
 */
export async function addDeletionPush(
  tx: Transaction,
  { identifier, except, due }: { identifier: string; except: string; due: number },
): Promise<void> {
  await sql`
    insert into push_job (identifier, device, conversation, due_at)
    select s.identifier, s.device, ${deletionKey}, ${due}::bigint from push_subscription s
    where s.identifier = ${identifier} and s.device <> ${except} order by 1, 2
    ${sql.raw(upsert)}`.execute(tx);
}

/** The key prefix of jobs about somebody who waits for a human in a bot's chat. */
const waitingPrefix = 'waiting ';

/** The conversation in which somebody waits; null for any other job. */
export const parseWaitingJob = ({ conversation }: Pick<PushJob, 'conversation'>): string | null =>
  conversation.startsWith(waitingPrefix) ? conversation.slice(waitingPrefix.length) : null;

/** Notifies the devices of possible agents. It is part of the transaction in which the person asks for a human. */
export async function addWaitingPush(
  tx: Transaction,
  conversation: string,
  agents: readonly string[],
  due: number,
): Promise<void> {
  await sql`
    insert into push_job (identifier, device, conversation, due_at)
    select s.identifier, s.device, ${waitingPrefix + conversation}, ${due}::bigint from push_subscription s
    where s.identifier = any(${agents}::text[]) order by 1, 2
    ${sql.raw(upsert)}`.execute(tx);
}

/**
 * Closes the notifications of somebody who waits no longer. It is part of the transaction of that change. A job that is
 * due may be in flight: it runs once more, and then closes what it has shown.
 */
export async function closeWaitingPush(tx: Transaction, conversation: string, due: number): Promise<void> {
  // The index contains only jobs with this prefix.
  await sql`
    update push_job set asked = asked + 1, due_at = coalesce(due_at, ${due}::bigint)
    where conversation = ${waitingPrefix + conversation} and conversation like 'waiting %'
      and (told_seq > closed_seq or due_at is not null)`.execute(tx);
}

/** The key prefix of jobs about the latest call of a private chat. */
const callPrefix = 'call ';

/** The chat whose latest call a job is about; null for any other job. */
export const parseCallJob = ({ conversation }: Pick<PushJob, 'conversation'>): string | null =>
  conversation.startsWith(callPrefix) ? conversation.slice(callPrefix.length) : null;

interface CalledPerson {
  conversation: string;
  callee: string;
}

/** Notifies the devices of the person who is called. It is part of the transaction in which the call begins. */
export async function addCallPush(tx: Transaction, { conversation, callee }: CalledPerson, due: number): Promise<void> {
  await sql`
    insert into push_job (identifier, device, conversation, due_at)
    select s.identifier, s.device, ${callPrefix + conversation}, ${due}::bigint from push_subscription s
    where s.identifier = ${callee} order by 1, 2
    ${sql.raw(upsert)}`.execute(tx);
}

/** Replaces or closes what these devices show of a call that has been answered or has ended, in that transaction. */
export async function updateCallPush(
  tx: Transaction,
  { conversation, callee }: CalledPerson,
  due: number,
): Promise<void> {
  await sql`
    update push_job set asked = asked + 1, due_at = coalesce(due_at, ${due}::bigint)
    where identifier = ${callee} and conversation = ${callPrefix + conversation}
      and (told_seq > closed_seq or due_at is not null)`.execute(tx);
}

/** A device that rings by itself needs no push of this call. `startedAt`: when the call began. */
export async function dropCallPush(
  db: Db,
  { identifier, device }: Pick<PushJob, 'identifier' | 'device'>,
  { conversation, startedAt }: { conversation: string; startedAt: number },
): Promise<void> {
  const seq = missedSeq(startedAt);
  await sql`
    update push_job set due_at = null, told_seq = greatest(told_seq, ${seq}::bigint),
      closed_seq = greatest(closed_seq, ${seq}::bigint)
    where identifier = ${identifier} and device = ${device} and conversation = ${callPrefix + conversation}
      and due_at is not null and leased_until is null and told_seq < ${startedAt}::bigint`.execute(db);
}

/** The positions of the notifications of one call: of its ring, its beginning; that it was missed follows. */
export const missedSeq = (startedAt: number): number => startedAt + 1;

/** A device of the person who is called, and the latest call of the chat. */
export interface CallTarget extends PushTarget, Pick<CallNotification, 'choices' | 'name' | 'lineSeq'> {
  setting: Partial<Conversation_UserSetting>;
  startedAt: number;
  state: 'rings' | 'missed' | 'over';
  /** Whether this person has seen the line of the call on some device. */
  isSeen: boolean;
}

/** Notifies these people's devices. It is part of the transaction of the event, so that no notification is lost. */
export async function addCampaignPush(
  tx: Transaction,
  { kind, campaign }: { kind: CampaignPushKind; campaign: string },
  people: readonly string[],
  due: number,
): Promise<void> {
  await sql`
    insert into push_job (identifier, device, conversation, due_at)
    select s.identifier, s.device, ${keyPrefixes[kind] + campaign}, ${due}::bigint from push_subscription s
    where s.identifier = any(${people}::text[]) order by 1, 2
    on conflict do nothing`.execute(tx);
}

/** The condition under which person s still has to be notified about campaign c. */
const relevanceSql: Record<CampaignPushKind, string> = {
  won: 'exists (select from campaign_claim k where k.campaign = c.id and k.identifier = s.identifier and k.place > 0)',
  ready: `c.state = 'published' and c.ends_at > $4 and (c.way = 'draw' or c.given < c.prizes)
    and not exists (select from campaign_claim k where k.campaign = c.id and k.identifier = s.identifier)`,
};

/** A conversation with new rows; `sender` is their author, null when they have several. */
export interface ChangedConversation {
  conversation: string;
  sender: string | null;
}

export interface ReadEvent {
  conversation: string;
  identifier: string;
  device: string;
}

/** The condition under which the conversation of member `m` is muted at the time of a parameter; see `isMuted`. */
const mutedSql = (parameter: number) =>
  `((m.user_setting ->> 'noDisturb')::boolean is true
    and coalesce((m.user_setting ->> 'mutedUntil')::bigint, 0) not between 1 and $${parameter}::bigint)`;
/** The condition under which a message `x` may notify person $1. */
const notifiableSql = "x.sender <> $1 and x.cmd_id = '' and not x.withdrawn";
/** The condition under which `x` counts as unread: a message, or a call that was missed. */
const countedSql = `(${notifiableSql} or x.sender <> $1 and x.cmd_id = 'callOffer' and exists (
  select from personal_call l where l.id = x.id and l.outcome = 'missed'
))`;
const key = 'identifier = $1 and device = $2 and conversation = $3';
/** The end of a lease that is claimed now, for the milliseconds of a parameter. */
const leaseEnd = (parameter: number) => `now() + $${parameter} * interval '1 millisecond'`;
const keyOf = ({ identifier, device, conversation }: PushJob) => [identifier, device, conversation];

/** Further jobs are not counted, so that counting a long queue does not make it longer. */
const loadMax = 10_000;

export function createPushJobs(pool: pg.Pool, limits: Limits) {
  return {
    /** Adds jobs for the members with subscriptions, except the sender and those who have muted the conversation. */
    async add(changed: readonly ChangedConversation[], now: number, due: number): Promise<void> {
      await pool.query(
        `insert into push_job (identifier, device, conversation, due_at)
         select s.identifier, s.device, k.conversation, $3
         from unnest($1::text[], $2::text[]) as k (conversation, sender)
         join member m on m.conversation = k.conversation and m.left_seq is null and m.identifier is distinct from k.sender
         join push_subscription s on s.identifier = m.identifier
         where not ${mutedSql(4)}
         order by 1, 2, 3
         ${upsert}`,
        [changed.map((one) => one.conversation), changed.map((one) => one.sender), due, now],
      );
    },

    /** Adds jobs for messages that were stored but not notified before the gateway stopped, except old ones. */
    async addMissed(now: number): Promise<void> {
      await pool.query(
        `insert into push_job (identifier, device, conversation, due_at)
         select s.identifier, s.device, c.id, $1
         from push_subscription s
         join member m on m.identifier = s.identifier and m.left_seq is null
         join conversation c on c.id = m.conversation
         join message x on x.conversation = c.id and x.seq = c.last_seq and x.ts > greatest(s.created_at, $2)
         left join push_job j on j.identifier = s.identifier and j.device = s.device and j.conversation = c.id
         where not ${mutedSql(1)} and c.last_seq > greatest(m.read_seq, coalesce(j.told_seq, 0))
         order by 1, 2, 3
         ${upsert}`,
        [now, now - limits.pushCatchUpWindow],
      );
    },

    /** Updates the jobs of devices that were notified of messages which have been read on another device. */
    async closeRead(reads: readonly ReadEvent[], due: number): Promise<void> {
      await pool.query(
        `update push_job j set
           due_at = case when j.device = k.device then j.due_at else coalesce(j.due_at, $4) end,
           closed_seq = case when j.device = k.device then j.told_seq else j.closed_seq end,
           asked = j.asked + 1
         from unnest($1::text[], $2::text[], $3::text[]) as k (conversation, identifier, device)
         where j.identifier = k.identifier and j.told_seq > j.closed_seq
           and (j.conversation = k.conversation or j.conversation = '${callPrefix}' || k.conversation)`,
        [reads.map((one) => one.conversation), reads.map((one) => one.identifier), reads.map((one) => one.device), due],
      );
    },

    /** Makes the jobs of gateways that no longer renew their claims due for anybody. */
    async releaseExpired(now: number): Promise<void> {
      await pool.query(
        'update push_job set leased_until = null, due_at = least(due_at, $1) where leased_until <= now()',
        [now],
      );
    },

    /**
     * Claims due jobs. The claim lasts for `limits.leaseFor` and is renewed while the job runs. A gateway of the build
     * before knows no leases: for it, they are due again at `until`.
     */
    async claimDue(now: number, until: number, count: number): Promise<PushJob[]> {
      const { rows } = await pool.query<PushJob>(
        `update push_job j set due_at = $2, tries = j.tries + 1, claim = j.claim + 1, leased_until = ${leaseEnd(4)}
         from (
           select identifier, device, conversation from push_job where due_at <= $1 and leased_until is null
           order by due_at limit $3 for update skip locked
         ) d
         where j.identifier = d.identifier and j.device = d.device and j.conversation = d.conversation
         returning j.identifier, j.device, j.conversation, j.asked, j.tries, j.told_seq, j.closed_seq, j.claim`,
        [now, until, count, limits.leaseFor],
      );
      return rows;
    },

    /** How many jobs are due, up to a limit, and for how many milliseconds the first has been due. */
    async load(now: number): Promise<{ length: number; age: number }> {
      const { rows } = await pool.query<{ length: number; age: number }>(
        `select count(*)::int as length, coalesce($1 - min(due_at), 0) as age
         from (select due_at from push_job where due_at <= $1 order by due_at limit $2) due`,
        [now, loadMax],
      );
      return rows[0]!;
    },

    /** Renews claims, all in one statement. Returns how many this gateway still had. */
    async renew(claimed: readonly PushJob[]): Promise<number> {
      const { rowCount } = await pool.query(
        `update push_job j set leased_until = ${leaseEnd(5)}
         from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as k (identifier, device, conversation, claim)
         where j.identifier = k.identifier and j.device = k.device and j.conversation = k.conversation
           and j.claim = k.claim and j.leased_until > now()`,
        [
          claimed.map((one) => one.identifier),
          claimed.map((one) => one.device),
          claimed.map((one) => one.conversation),
          claimed.map((one) => one.claim),
          limits.leaseFor,
        ],
      );
      return rowCount ?? 0;
    },

    async hasAny(): Promise<boolean> {
      const { rowCount } = await pool.query('select from push_job where due_at is not null order by due_at limit 1');
      return rowCount !== 0;
    },

    /** Completes a job that this gateway still has, unless it was requested again in the meantime. */
    async complete(
      job: PushJob,
      { notifiedSeq = 0, closedSeq = 0 }: { notifiedSeq?: number; closedSeq?: number },
      nextDue: number,
    ): Promise<void> {
      await pool.query(
        `update push_job set told_seq = greatest(told_seq, $6), closed_seq = greatest(closed_seq, $7), tries = 0,
           leased_until = null, due_at = case when asked = $5 then null else $8::bigint end
         where ${key} and claim = $4`,
        [...keyOf(job), job.claim, job.asked, notifiedSeq, closedSeq, nextDue],
      );
    },

    /** Postpones a job. `untried`: no push was attempted, so the try does not count. */
    async postpone(job: PushJob, due: number, { untried = false } = {}): Promise<void> {
      await pool.query(
        `update push_job set due_at = $5, tries = tries - $6, leased_until = null where ${key} and claim = $4`,
        [...keyOf(job), job.claim, due, untried ? 1 : 0],
      );
    },

    /** Returns the subscriber; undefined when the session or the membership has ended. */
    async subscriberOf({ identifier, device, conversation }: PushJob): Promise<Subscriber | undefined> {
      const { rows } = await pool.query<Subscriber>(
        `select s.endpoint, s.p256dh, s.auth, s.choices, s.created_at, c.id as conversation, c.type, c.space,
           coalesce(nullif(m.user_setting ->> 'groupRemark', ''), c.name) as name, p.name as "spaceName",
           m.user_setting as setting, greatest(m.read_seq, m.joined_seq) as after
         from push_subscription s
         join family f on f.id = s.family and f.revoked_at is null
         join member m on m.conversation = $3 and m.identifier = s.identifier and m.left_seq is null
         join conversation c on c.id = m.conversation and c.status = 'normal'
         left join space p on p.id = c.space
         where s.identifier = $1 and s.device = $2`,
        [identifier, device, conversation],
      );
      return rows[0];
    },

    /**
     * Returns the target; undefined when the session has ended, the campaign is gone, or the event is no longer
     * relevant.
     */
    async campaignTargetOf(
      { identifier, device }: PushJob,
      { kind, campaign }: { kind: CampaignPushKind; campaign: string },
      now: number,
    ): Promise<(PushTarget & CampaignNotification) | undefined> {
      const { rows } = await pool.query<PushTarget & CampaignNotification>(
        `select s.endpoint, s.p256dh, s.auth, s.choices, $5::text as kind, c.id as campaign, c.title, c.reward
         from push_subscription s
         join family f on f.id = s.family and f.revoked_at is null
         join campaign c on c.id = $3 and $4::bigint is not null
         where s.identifier = $1 and s.device = $2 and ${relevanceSql[kind]}`,
        [identifier, device, campaign, now, kind],
      );
      return rows[0];
    },

    /**
     * Returns the target, and when the person who waits has asked; 0 when nobody waits there any more. Undefined when
     * the session has ended.
     */
    async waitingTargetOf(
      { identifier, device }: PushJob,
      conversation: string,
    ): Promise<(PushTarget & { choices: PushChoices; askedAt: number }) | undefined> {
      const { rows } = await pool.query<PushTarget & { choices: PushChoices; askedAt: number }>(
        `select s.endpoint, s.p256dh, s.auth, s.choices, coalesce(w.asked_at, 0) as "askedAt" from push_subscription s
         join family f on f.id = s.family and f.revoked_at is null
         left join ai_service w on w.conversation = $3 and w.ended_at is null and w.agent is null
         where s.identifier = $1 and s.device = $2`,
        [identifier, device, conversation],
      );
      return rows[0];
    },

    /** Returns the target; undefined when the session or the membership has ended, or there is no call. */
    async callTargetOf({ identifier, device }: PushJob, conversation: string): Promise<CallTarget | undefined> {
      const { rows } = await pool.query<CallTarget>(
        `select s.endpoint, s.p256dh, s.auth, s.choices, m.user_setting as setting,
           coalesce(nullif(k.remark, ''), p.last_name) as name, c.started_at as "startedAt",
           case when c.state = 'ringing' and c.ends_at > (extract(epoch from now()) * 1000)::bigint then 'rings'
             when c.outcome = 'missed' then 'missed' else 'over' end as state,
           coalesce(x.seq, 0) as "lineSeq", coalesce(x.seq <= m.read_seq, false) as "isSeen"
         from push_subscription s
         join family f on f.id = s.family and f.revoked_at is null
         join member m on m.conversation = $3 and m.identifier = s.identifier and m.left_seq is null
         cross join lateral (
           select * from personal_call where conversation = $3 order by started_at desc limit 1
         ) c
         join person p on p.identifier = c.caller
         left join contact k on k.identifier = s.identifier and k.other = c.caller
         left join message x on x.conversation = c.conversation and x.id = c.id
         where s.identifier = $1 and s.device = $2 and c.callee = $1`,
        [identifier, device, conversation],
      );
      return rows[0];
    },

    /** Returns the target; undefined when the session has ended, or the deletion was cancelled. */
    async deletionTargetOf({
      identifier,
      device,
    }: PushJob): Promise<(PushTarget & { choices: PushChoices }) | undefined> {
      const { rows } = await pool.query<PushTarget & { choices: PushChoices }>(
        `select s.endpoint, s.p256dh, s.auth, s.choices from push_subscription s
         join family f on f.id = s.family and f.revoked_at is null
         join person p on p.identifier = s.identifier and p.deletes_at is not null
         where s.identifier = $1 and s.device = $2`,
        [identifier, device],
      );
      return rows[0];
    },

    /** The unread messages, newest first. */
    async unreadOf({ identifier, conversation }: PushJob, { after, created_at }: Subscriber): Promise<UnreadMessage[]> {
      const { rows } = await pool.query<UnreadMessage>(
        `select x.seq, x.id, x.ts, x.sealed, x.body, x.anonymous,
           coalesce(nullif(k.remark, ''), nullif(w.nickname, ''), p.last_name) as name
         from message x
         join person p on p.identifier = x.sender
         left join contact k on k.identifier = $1 and k.other = x.sender
         left join member w on w.conversation = x.conversation and w.identifier = x.sender
         where x.conversation = $2 and x.seq > $3 and x.ts >= $4 and ${notifiableSql}
           and not exists (select from block b where b.identifier = $1 and b.blocked = x.sender)
         order by x.seq desc limit $5`,
        [identifier, conversation, after, created_at, limits.pushMessagesRead],
      );
      return rows;
    },

    /**
     * The number of unread messages in chats that are neither muted nor archived, of chats that are marked as unread
     * without one, and of people who wait for an answer. It is the sum that the open app shows.
     */
    async badgeOf({ identifier, device }: PushJob, now: number): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int + (
           select count(*)::int from push_job j
           join ai_service w on j.conversation = '${waitingPrefix}' || w.conversation and w.ended_at is null and w.agent is null
           where j.identifier = $1 and j.device = $3
         ) as count from (
           select from member m
           join conversation c on c.id = m.conversation and c.status = 'normal'
           cross join lateral (
             select coalesce((m.user_setting ->> 'archivedSeq')::bigint, 0) as archived_seq,
               coalesce((m.user_setting ->> 'markedUnread')::boolean, false) as marked
           ) s
           left join lateral (
             select true as is_message from message x
             where x.conversation = m.conversation and x.seq > greatest(m.read_seq, m.joined_seq) and ${countedSql}
             limit $2
           ) u on c.last_seq > greatest(m.read_seq, m.joined_seq)
           where m.identifier = $1 and m.left_seq is null and not ${mutedSql(4)} and (u.is_message or s.marked)
             and (s.archived_seq = 0 or exists (
               select from message x where x.conversation = m.conversation and x.seq > s.archived_seq and ${countedSql}
             ))
           limit $2
         ) unread`,
        [identifier, limits.pushBadgeMax, device, now],
      );
      return rows[0]!.count;
    },
  };
}
