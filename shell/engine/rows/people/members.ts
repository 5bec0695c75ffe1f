// The stored members of groups: the first page, oneself, and people named by a message or a command here.
import type { AccountDb, ConversationRow, MemberRow, MessageRow } from '@amber/client/db';
import type { GetGroupConversationDetailReply, Member } from '@amber/proto';
import { readSystem, readText, systemSender } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';

/** A message may name anybody: at most this many are requested. */
const namedMax = 20;

/** False for an identifier that the gateway would refuse, and with it the whole request. */
export const isIdentifier = (text: string): boolean => /^[\w-]{1,64}$/.test(text) && text !== systemSender;

/** Whether this row is based on something newer than this place. */
export const isNewer = (row: MemberRow | undefined, seq: number): boolean => (row?.seq ?? 0) > seq;

/** The people whom an answer can be about, each once. */
export const validMembers = (members: readonly Member[], conversationId: string, max: number): Member[] => [
  ...new Map(
    members
      .slice(0, max)
      .filter(({ conversionId }) => conversionId === conversationId)
      .map((member) => [member.identifier, member]),
  ).values(),
];

export const memberRowsOf = (db: AccountDb, conversationId: string, identifiers: readonly string[]) =>
  db.members.bulkGet(identifiers.map((identifier): [string, string] => [conversationId, identifier]));

/**
 * Stores the members' state at this place; anything newer here stays. Must be called inside a transaction that holds
 * `members`.
 */
export async function putMembers(
  db: AccountDb,
  conversationId: string,
  members: readonly Member[],
  seq: number,
): Promise<void> {
  const stored = await memberRowsOf(
    db,
    conversationId,
    members.map(({ identifier }) => identifier),
  );
  await db.members.bulkPut(
    members.filter((_, index) => !isNewer(stored[index], seq)).map((member) => ({ ...member, seq })),
  );
}

/** Former members: those missing from an answer that names everybody. */
async function markOthersLeft(
  db: AccountDb,
  conversationId: string,
  members: readonly Member[],
  seq: number,
): Promise<void> {
  const named = new Set(members.map(({ identifier }) => identifier));
  const formerMembers = (await db.members.where({ conversionId: conversationId }).toArray()).filter(
    (row) => !row.left && !named.has(row.identifier) && !isNewer(row, seq),
  );
  await db.members.bulkPut(formerMembers.map((row) => ({ ...row, role: 'member', left: true, seq })));
}

/**
 * Stores what opening a group has brought. An answer older than the changes counted since alters neither the count nor
 * who is listed. Must be called inside a transaction that holds `members` and `conversations`.
 */
export async function putGroup(
  db: AccountDb,
  { conversation, members, next, me, memberCount, seq }: GetGroupConversationDetailReply,
): Promise<void> {
  const conversationId = conversation!.conversionId;
  const max = limits.groupMembersMax + 1;
  const listed = validMembers(members, conversationId, max);
  await putMembers(db, conversationId, validMembers([...listed, ...(me ? [me] : [])], conversationId, max + 1), seq);
  const stored = await db.conversations.get(conversationId);
  if (!stored || seq < (stored.memberCountSeq ?? 0)) return;
  if (next === '' && members.length <= max) await markOthersLeft(db, conversationId, listed, seq);
  const firstMembers = listed.slice(0, limits.membersShown).map(({ identifier }) => identifier);
  await db.conversations.update(conversationId, {
    memberCount: Math.max(memberCount, listed.length),
    memberCountSeq: seq,
    firstMembers,
  });
}

/**
 * Counts who joined or left at this place, unless already counted. Must be called inside a transaction that holds
 * `conversations`.
 */
export const countMembers = (
  db: AccountDb,
  { conversationId, seq }: { conversationId: string; seq: number },
  by: number,
) =>
  db.conversations.where({ conversionId: conversationId }).modify((row) => {
    if (row.memberCount === undefined || seq <= (row.memberCountSeq ?? 0)) return;
    row.memberCount = Math.max(1, row.memberCount + by);
    row.memberCountSeq = seq;
  });

/** Applies a command at this place to members. Must be called inside a transaction that holds `members`. */
export async function changeMembers(
  db: AccountDb,
  { conversationId, seq }: { conversationId: string; seq: number },
  identifiers: readonly string[],
  change: (stored: MemberRow | undefined, identifier: string) => MemberRow | undefined,
): Promise<void> {
  const stored = await memberRowsOf(db, conversationId, identifiers);
  await db.members.bulkPut(
    identifiers.flatMap((identifier, index) => {
      // An answer that arrived before the command may have included it already, and what followed.
      const row = (stored[index]?.seq ?? 0) >= seq ? undefined : change(stored[index], identifier);
      return row ? [{ ...row, seq }] : [];
    }),
  );
}

/** Everybody whose name these messages show. */
export const peopleNamedIn = (
  messages: readonly Pick<MessageRow, 'content' | 'reactions' | 'withdrawn'>[],
): string[] => {
  const named = messages.flatMap(({ content, reactions = [], withdrawn }) => {
    const system = readSystem(content);
    const text = readText(content);
    const others = [
      ...(system?.targets ?? []),
      ...(text?.mentions ?? []),
      text?.quote?.author ?? '',
      withdrawn?.by ?? '',
      ...reactions.flatMap(({ by }) => by),
    ];
    return [system?.actor ?? content.sender?.identifier ?? '', ...others.slice(0, namedMax)];
  });
  return [...new Set(named)].filter(isIdentifier);
};

/**
 * Those of these people whose names are not known in this group. Must be called inside a transaction that holds
 * `members`.
 */
export async function unknownMembersOf(
  db: AccountDb,
  conversationId: string,
  identifiers: readonly string[],
): Promise<string[]> {
  const stored = await memberRowsOf(db, conversationId, identifiers);
  // A person who left before the name arrived has a row without one.
  return identifiers.filter((_, index) => !stored[index] || (stored[index].left && stored[index].lastName === ''));
}

/**
 * Whether the people of this conversation have been fetched on this device: then those who write in it are fetched,
 * too.
 */
export const isGroupLoaded = ({ type, memberCount }: ConversationRow): boolean =>
  type === 'group' && memberCount !== undefined;
