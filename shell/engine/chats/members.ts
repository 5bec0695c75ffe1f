// Fetches group members: the people whom messages name, and those of a page that a person opens.
import type { Member } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type Subscription, timer } from 'rxjs';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { onDemand } from '../kit/lazyImport.ts';
import { isIdentifier, peopleNamedIn, putMembers, validMembers, unknownMembersOf } from '../rows/people/members.ts';
import type { MemberPages } from './memberPages.ts';

/** People named by messages within this time (in milliseconds) are fetched in one call. */
const batchWindow = 50;

/** When a conversation is opened, the people named by this many of its newest messages are fetched. */
const recentMessages = 300;

/** The most people that are fetched automatically per conversation while the engine runs. */
const fetchedMax = 2_000;

export interface Members {
  /**
   * Returns a page as the gateway has it. The page is not stored, but rows that already exist are updated.
   * @throws Fault of the call; REQUEST_FAILED when the code for it fails to load.
   */
  page: MemberPages['page'];
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

  const pages = onDemand(
    () => import(/* webpackChunkName: "groups" */ './memberPages.ts'),
    ({ createMemberPages }) => createMemberPages({ db, api, store, fetchMembers }),
  );

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

  return {
    page: async (requested) => (await pages.get()).page(requested),
    fetchMembers,
    fetchSoon,
    async fetchRecent(conversationId) {
      const newest = await rowsInOrder(db.messages, conversationId).reverse().limit(recentMessages).toArray();
      fetchSoon(conversationId, await unknownMembersOf(db, conversationId, peopleNamedIn(newest)));
    },
    close: () => batchTimer?.unsubscribe(),
  };
}
