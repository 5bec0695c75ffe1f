// Fetches the members of groups: page by page, and those whom messages name.
import type { AccountDb, MemberRow } from '@amber/client/db';
import type { Api, Member } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type SchedulerLike, type Subscription, timer } from 'rxjs';
import { isIdentifier, isNewer, peopleIn, putMembers, rowsOf, sound, unknownOf } from '../rows/people/members.ts';

/** People named by messages are collected for this long before one call asks for them. */
const gatherFor = 50;

/** When a conversation is opened, the people of this many of its newest messages are fetched. */
const messagesLooked = 300;

/** At most this many in a conversation for as long as the engine runs. */
const learnedMost = 2_000;

/** A search may match nobody for many pages: this many are requested at a time. */
const pagesAtOnce = 5;

/** More than a page can hold. */
const pageMost = 2 * limits.membersPage;

export interface MembersPage {
  members: MemberRow[];
  next: string;
}

interface MembersPorts {
  db: AccountDb;
  api: Api;
  clock: SchedulerLike;
  failed(thrown: unknown): void;
}

export interface Members {
  /**
   * A page as the gateway has it. It is not stored, but rows that are already here are updated. @throws Fault of the
   * call.
   */
  page(asked: { conversationId: string; word: string; after: string }): Promise<MembersPage>;
  /** Those of these people who are members; the answer is stored. @throws Fault of the call. */
  ask(conversationId: string, identifiers: readonly string[]): Promise<string[]>;
  /** Fetches people named by messages here, each once. What fails is fetched when the group is opened again. */
  learn(conversationId: string, identifiers: readonly string[]): void;
  /** The same for people named by the newest messages. */
  learnAll(conversationId: string): Promise<void>;
  close(): void;
}

export function createMembers({ db, api, clock, failed }: MembersPorts): Members {
  const asked = new Map<string, Set<string>>();
  const waiting = new Map<string, Set<string>>();
  let gathering: Subscription | undefined;

  const store = (conversationId: string, members: readonly Member[], seq: number) =>
    db.transaction('rw', db.members, db.conversations, async () => {
      // A conversation that was left while the answer was in flight stays removed.
      if (await db.conversations.get(conversationId)) await putMembers(db, conversationId, members, seq);
    });

  async function ask(conversationId: string, identifiers: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(identifiers)].filter(isIdentifier).slice(0, limits.membersAskedMax);
    if (wanted.length === 0) return [];
    const { members, seq } = await api.conversation.queryMembers({ conversationId, identifiers: wanted });
    const told = sound(members, conversationId, limits.membersAskedMax).filter(({ identifier }) =>
      wanted.includes(identifier),
    );
    await store(conversationId, told, seq);
    return told.filter(({ left }) => !left).map(({ identifier }) => identifier);
  }

  async function askAll(conversationId: string, identifiers: readonly string[]): Promise<void> {
    for (let from = 0; from < identifiers.length; from += limits.membersAskedMax) {
      const some = identifiers.slice(from, from + limits.membersAskedMax);
      await ask(conversationId, some).catch((thrown: unknown) => {
        for (const identifier of some) asked.get(conversationId)?.delete(identifier);
        failed(thrown);
      });
    }
  }

  function flush(): void {
    gathering = undefined;
    const gathered = [...waiting];
    waiting.clear();
    for (const [conversationId, identifiers] of gathered) void askAll(conversationId, [...identifiers]).catch(() => {});
  }

  function learn(conversationId: string, identifiers: readonly string[]): void {
    const before = asked.get(conversationId) ?? new Set();
    const now = identifiers
      .filter((identifier) => !before.has(identifier))
      .slice(0, Math.max(0, learnedMost - before.size));
    if (now.length === 0) return;
    asked.set(conversationId, before);
    const gathered = waiting.get(conversationId) ?? new Set();
    waiting.set(conversationId, gathered);
    for (const identifier of now) {
      before.add(identifier);
      gathered.add(identifier);
    }
    gathering ??= timer(gatherFor, clock).subscribe(flush);
  }

  /** Updates the stored ones of these people; the others are not stored. */
  async function refreshKnown(conversationId: string, members: readonly Member[], seq: number): Promise<MemberRow[]> {
    const here = await rowsOf(
      db,
      conversationId,
      members.map(({ identifier }) => identifier),
    );
    await store(
      conversationId,
      members.filter((_, index) => here[index]),
      seq,
    );
    return members.flatMap((member, index) => {
      const row = here[index];
      return row && isNewer(row, seq) ? (row.left ? [] : [row]) : [member];
    });
  }

  /** Those with such a remark of mine: the gateway searches their own names. */
  async function remarked(conversationId: string, word: string): Promise<MemberRow[]> {
    const wanted = word.toLocaleLowerCase();
    const called = await db.contacts
      .filter(({ remarkName }) => remarkName.toLocaleLowerCase().includes(wanted))
      .limit(limits.membersAskedMax)
      .primaryKeys();
    const inside = await ask(conversationId, called);
    return (await rowsOf(db, conversationId, inside)).flatMap((row) => (row && !row.left ? [row] : []));
  }

  async function page(asked: { conversationId: string; word: string; after: string }): Promise<MembersPage> {
    const { conversationId, word, after } = asked;
    const [mine, found] = await Promise.all([
      word !== '' && after === '' ? remarked(conversationId, word) : [],
      pageOf(asked),
    ]);
    return {
      members: [...new Map([...mine, ...found.members].map((member) => [member.identifier, member])).values()],
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
    const passed = new Set([after]);
    let place = after;
    for (let calls = 1; ; calls += 1) {
      const { members, next, seq } = await api.conversation.queryMembers({ conversationId, word, after: place });
      const found = await refreshKnown(
        conversationId,
        sound(members, conversationId, pageMost).filter(({ left }) => !left),
        seq,
      );
      // A page token seen before would loop for ever.
      const goesOn = next !== '' && !passed.has(next);
      if (found.length > 0 || !goesOn || calls === pagesAtOnce) return { members: found, next: goesOn ? next : '' };
      passed.add(next);
      place = next;
    }
  }

  return {
    page,
    ask,
    learn,
    async learnAll(conversationId) {
      const newest = await db.messages
        .where('[conversationId+order]')
        .between([conversationId, -Infinity], [conversationId, Infinity])
        .reverse()
        .limit(messagesLooked)
        .toArray();
      learn(conversationId, await unknownOf(db, conversationId, peopleIn(newest)));
    },
    close: () => gathering?.unsubscribe(),
  };
}
