// The stored members of groups: the first page, this account, and people named by a message or a command here.
import type { AccountDb, ConversationRow, MemberRow, MessageRow } from '@amber/client/db';
import type { GetGroupConversationDetailReply, Member } from '@amber/proto';
import { readSystem, readText, systemSender } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';

/** How many people that one message names are requested: it may name anybody. */
const namedMax = 20;

/** False for an identifier that the gateway would refuse, together with the whole request. */
export const isIdentifier = (text: string): boolean => /^[\w-]{1,64}$/.test(text) && text !== systemSender;

/** Whether this row's state is newer than position `seq`. */
export const isNewer = (row: MemberRow | undefined, seq: number): boolean => (row?.seq ?? 0) > seq;

/** Returns the members that belong to this conversation, without duplicates and at most `max`. */
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
 * Stores the members' state at position `seq`; newer rows stay. Must be called inside a transaction that holds
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

/** Marks the members who are missing from a complete answer as former ones. */
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
 * Stores the details of a group. If the answer is older than the changes that were counted since, it alters neither the
 * member count nor the listed members. Must be called inside a transaction that holds `members` and `conversations`.
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
 * Adds `by` to the member count for a change at position `seq`, unless that was already counted. Must be called inside
 * a transaction that holds `conversations`.
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

/** Applies a command at position `seq` to members. Must be called inside a transaction that holds `members`. */
export async function changeMembers(
  db: AccountDb,
  { conversationId, seq }: { conversationId: string; seq: number },
  identifiers: readonly string[],
  change: (stored: MemberRow | undefined, identifier: string) => MemberRow | undefined,
): Promise<void> {
  const stored = await memberRowsOf(db, conversationId, identifiers);
  await db.members.bulkPut(
    identifiers.flatMap((identifier, index) => {
      // An answer that arrived before the command may already include it, and later changes.
      const row = (stored[index]?.seq ?? 0) >= seq ? undefined : change(stored[index], identifier);
      return row ? [{ ...row, seq }] : [];
    }),
  );
}

/** Returns the identifiers of everybody whose name these messages show. */
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
 * Returns those people whose names in this group are unknown. Must be called inside a transaction that holds `members`.
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
 * Whether this device has fetched the members of the conversation. If so, it also fetches unknown people who write in
 * it.
 */
export const isGroupLoaded = ({ type, memberCount }: ConversationRow): boolean =>
  type === 'group' && memberCount !== undefined;
