// Removes the name of a deleted account from the system messages, agents' lines and notices of other people.
import type { Content, Notify } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { decode, encode } from '@amber/proto/codec';
import { deletedName } from '@amber/proto/deletedAccount';
import type { MessageCommandId } from '@amber/proto/systemCommands';
import { sql } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';

type Body = Record<string, unknown>;

/** Returns a copy without the name, or null when the body does not name the account. */
type Rewrite = (body: Body, identifier: string, sender: string) => Body | null;

const isAbout = (value: unknown, identifier: string): value is Body =>
  typeof value === 'object' && value !== null && (value as Body)['identifier'] === identifier;

const withoutMember: Rewrite = (body, identifier) => {
  const members = body['members'];
  if (!Array.isArray(members) || !members.some((one) => isAbout(one, identifier))) return null;
  return {
    ...body,
    members: members.map((one: unknown) =>
      isAbout(one, identifier) ? { ...one, lastName: deletedName, avatar: '' } : one,
    ),
  };
};

/** The commands whose bodies name people of a group. */
const groupBodies = {
  createGroup: withoutMember,
  inviteMember: withoutMember,
  joinMember: withoutMember,
  deleteMember: withoutMember,
  handOver: withoutMember,
  nickname: (body, identifier, sender) =>
    sender === identifier && body['nickname'] ? { ...body, nickname: '' } : null,
} satisfies Partial<Record<MessageCommandId, Rewrite>>;

const isGroupBody = (cmdId: string): cmdId is keyof typeof groupBodies => Object.hasOwn(groupBodies, cmdId);

/** In a bot's chat, the fields of an agent's lines that hold the agent's name. */
const agentField: Readonly<Record<string, string>> = { agentConnect: 'name', switchedToAi: 'name', text: 'human' };

function withoutAgent({ cmdId, type, message }: Content): Body | null {
  const body = readBody(message);
  const field = agentField[cmdId || type];
  return field !== undefined && body[field] ? { ...body, [field]: deletedName } : null;
}

/** @param served whether this person was the agent of the notice's chat at that time */
function withoutNotice(
  { type, identifier: about, body: text }: Notify,
  identifier: string,
  served: boolean,
): Body | null {
  const body = readBody(text);
  switch (type) {
    case 'contactChange': {
      const blank = <Value>(one: Value) =>
        isAbout(one, identifier) && 'lastName' in one ? { ...one, lastName: deletedName, avatar: '' } : one;
      const { contacts, profile } = body;
      return {
        ...body,
        ...(Array.isArray(contacts) && { contacts: contacts.map(blank) }),
        ...(profile !== undefined && { profile: blank(profile) }),
      };
    }
    case 'spaceChange':
      return about === identifier && body['lastName'] ? { ...body, lastName: deletedName } : null;
    case 'aiBotInfo':
      return body['owner'] === identifier
        ? {
            ...body,
            name: deletedName,
            nameEn: deletedName,
            ownerName: deletedName,
            avatar: '',
            image: '',
            opening: '',
            voice: '',
            voiceCloned: false,
          }
        : null;
    case 'aiConversation': {
      const { human } = body;
      return served && typeof human === 'object' && human !== null && (human as Body)['name']
        ? { ...body, human: { ...human, name: deletedName } }
        : null;
    }
    default:
      return null;
  }
}

/** A period in which an agent answered in a chat; `until` is when the next agent took over. */
interface Service {
  conversation: string;
  person: string;
  since: number;
  until: number;
}

const isDuring = ({ since, until }: Service, time: number): boolean => time >= since && time < until;

/** The number of positions of a conversation that one statement reads. */
const seqStep = 20_000;
const noticesAtATime = 1_000;
/** Writes that were in progress while the account was deleted are committed within this time. */
const repeatFor = 10 * 60_000;
const accountsPerSweep = 100;

export type DeletedNames = ReturnType<typeof createDeletedNames>;

export function createDeletedNames({ db, clock }: Pick<GatewayBase, 'db' | 'clock'>) {
  /** Rewrites the bodies of these messages, except of those that are changed meanwhile. */
  async function rewrite(
    conversation: string,
    rows: readonly { seq: number; sender: string; body: Buffer | null }[],
    withoutName: (content: Content, sender: string) => Body | null,
  ): Promise<void> {
    for (const { seq, sender, body: before } of rows) {
      const content = before && decode('Content', before);
      const body = content && withoutName(content, sender);
      if (!body) continue;
      await db
        .updateTable('message')
        .set({ body: Buffer.from(encode('Content', { ...content, message: JSON.stringify(body) })) })
        .where('conversation', '=', conversation)
        .where('seq', '=', seq)
        .where('body', '=', before)
        .execute();
    }
  }

  async function inGroup(conversation: string, lastSeq: number, identifier: string): Promise<void> {
    for (let after = 0; after < lastSeq; after += seqStep) {
      const rows = await db
        .selectFrom('message')
        .select(['seq', 'sender', 'body'])
        .where('conversation', '=', conversation)
        .where('seq', '>', after)
        .where('seq', '<=', after + seqStep)
        .where('cmd_id', 'in', Object.keys(groupBodies))
        .where(sql<boolean>`(sender = ${identifier} or position(convert_to(${identifier}, 'UTF8') in body) > 0)`)
        .execute();
      await rewrite(conversation, rows, ({ cmdId, message }, sender) =>
        isGroupBody(cmdId) ? groupBodies[cmdId](readBody(message), identifier, sender) : null,
      );
    }
  }

  async function inServedChat(service: Service): Promise<void> {
    const rows = await db
      .selectFrom('message')
      .select(['seq', 'sender', 'body'])
      .where('conversation', '=', service.conversation)
      .where('ts', '>=', service.since)
      .where('ts', '<', service.until)
      .execute();
    await rewrite(service.conversation, rows, withoutAgent);
  }

  async function inNotices(identifier: string, services: readonly Service[]): Promise<void> {
    let after = { identifier: '', seq: 0 };
    for (;;) {
      const rows = await db
        .selectFrom('notice')
        .select(['identifier', 'seq', 'notify', 'created_at'])
        .where(sql<boolean>`(identifier, seq) > (${after.identifier}, ${after.seq}::bigint)`)
        .where((row) =>
          row.or([
            sql<boolean>`position(convert_to(${identifier}, 'UTF8') in notify) > 0`,
            row('identifier', '=', sql<string>`any(${services.map(({ person }) => person)}::text[])`),
          ]),
        )
        .orderBy('identifier')
        .orderBy('seq')
        .limit(noticesAtATime)
        .execute();
      for (const row of rows) {
        const notify = decode('Notify', row.notify);
        const served = services.some(
          (one) =>
            one.person === row.identifier &&
            one.conversation === notify.conversationId &&
            isDuring(one, row.created_at),
        );
        const changed = withoutNotice(notify, identifier, served);
        if (!changed) continue;
        await db
          .updateTable('notice')
          .set({ notify: Buffer.from(encode('Notify', { ...notify, body: JSON.stringify(changed) })) })
          .where('identifier', '=', row.identifier)
          .where('seq', '=', row.seq)
          .execute();
      }
      if (rows.length < noticesAtATime) return;
      after = rows.at(-1)!;
    }
  }

  /** This can be repeated: a rewritten row no longer names the account. */
  async function remove(identifier: string): Promise<void> {
    const groups = await db
      .selectFrom('member as m')
      .innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select(['c.id', 'c.last_seq'])
      .where('m.identifier', '=', identifier)
      .where('c.type', '=', 'group')
      .execute();
    for (const { id, last_seq } of groups) await inGroup(id, last_seq, identifier);
    const { rows: services } = await sql<Service>`
      select s.conversation, s.person, s.taken_at as "since", coalesce((
        select min(n.taken_at) from ai_service n where n.conversation = s.conversation and n.taken_at > s.taken_at
      ), ${Number.MAX_SAFE_INTEGER}::bigint) as "until"
      from ai_service s where s.agent = ${identifier} and s.taken_at is not null`.execute(db);
    for (const service of services) await inServedChat(service);
    await inNotices(identifier, services);
  }

  return {
    remove,

    /** Does the same for accounts whose removal was interrupted, or that were deleted before this removal existed. */
    async removeRest(): Promise<void> {
      const deleted = await db
        .selectFrom('person')
        .select(['identifier', 'deleted_at'])
        .where('names_left', '=', true)
        .where('deleted_at', 'is not', null)
        .orderBy('deleted_at')
        .limit(accountsPerSweep)
        .execute();
      for (const { identifier, deleted_at } of deleted) {
        const isOver = deleted_at! < clock() - repeatFor;
        await remove(identifier);
        if (isOver)
          await db.updateTable('person').set({ names_left: false }).where('identifier', '=', identifier).execute();
      }
    },
  };
}
