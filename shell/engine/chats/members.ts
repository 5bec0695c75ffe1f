// Fetches group members: page by page, and the people whom messages name.
import type { MemberRow } from '@amber/client/db';
import type { Member } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type Subscription, timer } from 'rxjs';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import {
  isIdentifier,
  isNewer,
  peopleNamedIn,
  putMembers,
  memberRowsOf,
  validMembers,
  unknownMembersOf,
} from '../rows/people/members.ts';

/** People named by messages within this time (in milliseconds) are fetched in one call. */
const batchWindow = 50;

/** When a conversation is opened, the people named by this many of its newest messages are fetched. */
const recentMessages = 300;

/** The most people that are fetched automatically per conversation while the engine runs. */
const fetchedMax = 2_000;

/** A search may match nobody for many pages, so one search requests at most this many. */
const pagesPerSearch = 5;

/** Longer answers of the gateway are cut to this length, which no valid page exceeds. */
const pageMax = 2 * limits.membersPage;

export interface MembersPage {
  members: MemberRow[];
  next: string;
}

export interface Members {
  /**
   * Returns a page as the gateway has it. The page is not stored, but rows that already exist are updated.
   * @throws Fault of the call.
   */
  page(requested: { conversationId: string; word: string; after: string }): Promise<MembersPage>;
  /** Returns which of these people are members, and stores the answer. @throws Fault of the call. */
  fetchMembers(conversationId: string, identifiers: readonly string[]): Promise<string[]>;
  /** Fetches people whom messages name, each once. Those that fail are fetched when the group is opened again. */
  fetchSoon(conversationId: string, identifiers: readonly string[]): void;
  /** Does the same for the people named by the newest messages. */
  fetchRecent(conversationId: string): Promise<void>;
  close(): void;
}

export function createMembers({
  db,
  api,
  clock,
  warn,
}: Pick<AccountContext, 'db' | 'api' | 'clock' | 'warn'>): Members {
  const requested = new Map<string, Set<string>>();
  const waiting = new Map<string, Set<string>>();
  let batchTimer: Subscription | undefined;

  const store = (conversationId: string, members: readonly Member[], seq: number) =>
    db.transaction('rw', db.members, db.conversations, async () => {
      // A conversation that was left while the request was in flight stays removed.
      if (await db.conversations.get(conversationId)) await putMembers(db, conversationId, members, seq);
    });

  async function fetchMembers(conversationId: string, identifiers: readonly string[]): Promise<string[]> {
    const requestedIds = [...new Set(identifiers)].filter(isIdentifier).slice(0, limits.membersPerLookup);
    if (requestedIds.length === 0) return [];
    const { members, seq } = await api.conversation.queryMembers({ conversationId, identifiers: requestedIds });
    const valid = validMembers(members, conversationId, limits.membersPerLookup).filter(({ identifier }) =>
      requestedIds.includes(identifier),
    );
    await store(conversationId, valid, seq);
    return valid.filter(({ left }) => !left).map(({ identifier }) => identifier);
  }

  async function fetchAll(conversationId: string, identifiers: readonly string[]): Promise<void> {
    for (let from = 0; from < identifiers.length; from += limits.membersPerLookup) {
      const some = identifiers.slice(from, from + limits.membersPerLookup);
      await fetchMembers(conversationId, some).catch((thrown: unknown) => {
        for (const identifier of some) requested.get(conversationId)?.delete(identifier);
        warn('members')(thrown);
      });
    }
  }

  function flush(): void {
    batchTimer = undefined;
    const batches = [...waiting];
    waiting.clear();
    for (const [conversationId, identifiers] of batches)
      void fetchAll(conversationId, [...identifiers]).catch(() => {});
  }

  function fetchSoon(conversationId: string, identifiers: readonly string[]): void {
    const before = requested.get(conversationId) ?? new Set();
    const newIds = identifiers
      .filter((identifier) => !before.has(identifier))
      .slice(0, Math.max(0, fetchedMax - before.size));
    if (newIds.length === 0) return;
    requested.set(conversationId, before);
    const batch = waiting.get(conversationId) ?? new Set();
    waiting.set(conversationId, batch);
    for (const identifier of newIds) {
      before.add(identifier);
      batch.add(identifier);
    }
    batchTimer ??= timer(batchWindow, clock).subscribe(flush);
  }

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

  return {
    page,
    fetchMembers,
    fetchSoon,
    async fetchRecent(conversationId) {
      const newest = await rowsInOrder(db.messages, conversationId).reverse().limit(recentMessages).toArray();
      fetchSoon(conversationId, await unknownMembersOf(db, conversationId, peopleNamedIn(newest)));
    },
    close: () => batchTimer?.unsubscribe(),
  };
}
