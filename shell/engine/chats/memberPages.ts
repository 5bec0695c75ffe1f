// Fetches the members of a group page by page, also by a name.
import type { MemberRow } from '@amber/client/db';
import type { Member } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { isNewer, memberRowsOf, validMembers } from '../rows/people/members.ts';

/** A search may match nobody for many pages, so one search requests at most this many. */
const pagesPerSearch = 5;

/** Longer answers of the gateway are cut to this length, which no valid page exceeds. */
const pageMax = 2 * limits.membersPage;

export interface MembersPage {
  members: MemberRow[];
  next: string;
}

interface MemberPagesPorts extends Pick<AccountContext, 'db' | 'api'> {
  /** Returns which of these people are members, and stores the answer. @throws Fault of the call. */
  fetchMembers(conversationId: string, identifiers: readonly string[]): Promise<string[]>;
  store(conversationId: string, members: readonly Member[], seq: number): Promise<void>;
}

export type MemberPages = ReturnType<typeof createMemberPages>;

export function createMemberPages({ db, api, store, fetchMembers }: MemberPagesPorts) {
  /** Updates the people who are already stored; the others are not stored. */
  async function refreshKnown(conversationId: string, members: readonly Member[], seq: number): Promise<MemberRow[]> {
    const storedRows = await memberRowsOf(
      db,
      conversationId,
      members.map(({ identifier }) => identifier),
    );
    await store(
      conversationId,
      members.filter((_, index) => storedRows[index]),
      seq,
    );
    return members.flatMap((member, index) => {
      const row = storedRows[index];
      return row && isNewer(row, seq) ? (row.left ? [] : [row]) : [member];
    });
  }

  /** Finds members by my remark names, because the gateway searches only their own names. */
  async function findByRemark(conversationId: string, word: string): Promise<MemberRow[]> {
    const wanted = word.toLocaleLowerCase();
    const called = await db.contacts
      .filter(({ remarkName }) => remarkName.toLocaleLowerCase().includes(wanted))
      .limit(limits.membersPerLookup)
      .primaryKeys();
    const inside = await fetchMembers(conversationId, called);
    return (await memberRowsOf(db, conversationId, inside)).flatMap((row) => (row && !row.left ? [row] : []));
  }

  async function page(requested: { conversationId: string; word: string; after: string }): Promise<MembersPage> {
    const { conversationId, word, after } = requested;
    const [byRemark, found] = await Promise.all([
      word !== '' && after === '' ? findByRemark(conversationId, word) : [],
      pageOf(requested),
    ]);
    return {
      members: [...new Map([...byRemark, ...found.members].map((member) => [member.identifier, member])).values()],
      next: found.next,
    };
  }

  async function pageOf({
    conversationId,
    word,
    after,
  }: {
    conversationId: string;
    word: string;
    after: string;
  }): Promise<MembersPage> {
    const seenTokens = new Set([after]);
    let cursor = after;
    for (let calls = 1; ; calls += 1) {
      const { members, next, seq } = await api.conversation.queryMembers({ conversationId, word, after: cursor });
      const found = await refreshKnown(
        conversationId,
        validMembers(members, conversationId, pageMax).filter(({ left }) => !left),
        seq,
      );
      // A page token that repeats would cause an endless loop.
      const hasMore = next !== '' && !seenTokens.has(next);
      if (found.length > 0 || !hasMore || calls === pagesPerSearch)
        return { members: found, next: hasMore ? next : '' };
      seenTokens.add(next);
      cursor = next;
    }
  }

  return { page };
}
