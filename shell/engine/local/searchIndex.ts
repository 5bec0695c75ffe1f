// The index of local search: folded words in blocks, built and searched here. A separate chunk: see search.ts.
import type { SearchHit } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import { debounceTime, type SchedulerLike, Subject } from 'rxjs';
import { wordsOf } from '../rows/messageKinds.ts';
import { blockSize as size, dirtyOf, nameOf } from './searchMarks.ts';
import { excerptOf, fold } from './searchText.ts';

export interface SearchIndex {
  /** The newest messages that contain every word of a text; see `EngineCalls.search`. */
  find(request: { text: string; conversationId?: string; limit?: number }): Promise<SearchHit[]>;
  /** Brings the index up to date; runs automatically a second after a write. */
  update(): Promise<void>;
  close(): void;
}

/**
 * The index has a row (a block) for this many places of a conversation: line `seq % size` of its text holds the words
 * of the message with that seq. It is rebuilt from the messages whenever one of them has changed.
 */
interface Block {
  id: string;
  /** Folded words, a line for each place. */
  text: string;
  /** When each was sent; 0 where there is nothing to find. */
  at: Float64Array;
}

/** A block in the form that is searched. */
interface LoadedBlock extends Block {
  conversationId: string;
  first: number;
  /** Where each line begins, and the end. */
  lines: Uint32Array;
  newest: number;
}

/** Rows of the table besides the marks: `b` a block, and the row with the version of the index. */
const [blockOf, madeAs] = ['b ', 'made 1'] as const;

/** A name's conversation and first place. */
function placeOf(name: string): { conversationId: string; first: number } {
  const at = name.lastIndexOf(' ');
  return { conversationId: name.slice(0, at), first: Number(name.slice(at + 1)) * size };
}

const keptFor = 60_000;
/** Letters of folded words that are cached between two searches. */
const keptMost = 32_000_000;
const hitsMost = 50;

function load(block: Block): LoadedBlock {
  const lines = new Uint32Array(size + 1);
  let newest = 0;
  for (let line = 0, at = 0; line < size; line += 1) {
    const end = block.text.indexOf('\n', at);
    at = lines[line + 1] = end < 0 ? block.text.length + 1 : end + 1;
    newest = Math.max(newest, block.at[line]!);
  }
  return { ...block, ...placeOf(block.id.slice(blockOf.length)), lines, newest };
}

interface Found {
  conversationId: string;
  seq: number;
  at: number;
}

/** The matches in a block; the longest word is looked for first. */
function findIn(
  { text, lines, at, conversationId, first }: LoadedBlock,
  [longest, ...others]: [string, ...string[]],
): Found[] {
  const found: Found[] = [];
  for (let place = text.indexOf(longest); place >= 0;) {
    let [low, high] = [0, size];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lines[middle]! <= place) low = middle;
      else high = middle;
    }
    const line = text.slice(lines[low], lines[low + 1]! - 1);
    if (others.every((word) => line.includes(word))) found.push({ conversationId, seq: first + low, at: at[low]! });
    place = text.indexOf(longest, lines[low + 1]);
  }
  return found;
}

/** The newest matches, block by block: a block older than all of those found is skipped. */
function newestOf(blocks: LoadedBlock[], words: [string, ...string[]], limit: number): Found[] {
  let found: Found[] = [];
  let least = 0;
  for (const block of blocks.sort((one, other) => other.newest - one.newest)) {
    if (block.newest < least) break;
    found.push(...findIn(block, words));
    if (found.length < limit) continue;
    found = found.sort((one, other) => other.at - one.at).slice(0, limit);
    least = found.at(-1)!.at;
  }
  return found.sort((one, other) => other.at - one.at).slice(0, limit);
}

/** The index of an open database. */
export function createSearchIndex(db: AccountDb, clock: SchedulerLike): SearchIndex {
  const searched$ = new Subject<void>();
  let kept: Map<string, LoadedBlock> | undefined;
  let updating: Promise<void> = Promise.resolve();

  /** Another version of the index starts from scratch with all that is here. */
  async function begin(): Promise<void> {
    if (await db.search.get(madeAs)) return;
    await db.transaction('rw', db.search, db.cursors, async () => {
      await db.search.where('id').startsWith(blockOf).delete();
      const cursors = await db.cursors.toArray();
      const names = cursors.flatMap(({ conversationId, seq }) =>
        Array.from({ length: Math.floor(seq / size) + 1 }, (_, block) => nameOf(conversationId, block * size)),
      );
      await db.search.bulkPut([...names.map((name) => ({ id: dirtyOf + name })), { id: madeAs }]);
    });
  }

  /** Reads the messages and clears the mark in one transaction, so that no change is missed. */
  const make = (dirty: string) =>
    db.transaction('rw', db.messages, db.search, async () => {
      const name = dirty.slice(dirtyOf.length);
      const { conversationId, first } = placeOf(name);
      const rows = await db.messages
        .where('[conversationId+order]')
        .between([conversationId, first], [conversationId, first + size])
        .toArray();
      const lines = Array<string>(size).fill('');
      const at = new Float64Array(size);
      for (const row of rows) {
        const words = row.seq > 0 ? fold(wordsOf(row)) : '';
        if (words === '') continue;
        lines[row.seq - first] = words;
        at[row.seq - first] = row.createdAt;
      }
      const block: Block = { id: blockOf + name, text: lines.join('\n'), at };
      const isEmpty = block.text.length < size;
      await Promise.all([db.search.delete(dirty), isEmpty ? db.search.delete(block.id) : db.search.put(block)]);
      if (isEmpty) kept?.delete(block.id);
      else kept?.set(block.id, load(block));
    });

  async function updateNow(): Promise<void> {
    await begin();
    const dirty = await db.search.where('id').startsWith(dirtyOf).primaryKeys();
    for (const name of dirty) await make(name);
  }

  const update = (): Promise<void> => {
    updating = updating.catch(() => {}).then(updateNow);
    return updating;
  };

  async function blocks(conversationId?: string): Promise<LoadedBlock[]> {
    if (!kept) {
      const prefix = conversationId ? `${blockOf}${conversationId} ` : blockOf;
      const loaded = ((await db.search.where('id').startsWith(prefix).toArray()) as Block[]).map(load);
      if (conversationId || loaded.reduce((sum, { text }) => sum + text.length, 0) > keptMost) return loaded;
      kept = new Map(loaded.map((block) => [block.id, block]));
    }
    return [...kept.values()].filter((block) => !conversationId || block.conversationId === conversationId);
  }

  const forgetting = searched$.pipe(debounceTime(keptFor, clock)).subscribe(() => {
    kept = undefined;
  });

  return {
    update,
    async find({ text, conversationId, limit = hitsMost }) {
      const words = [...new Set(fold(text).split(' '))].filter(Boolean).sort((one, other) => other.length - one.length);
      const [longest, ...others] = words;
      if (!longest) return [];
      await update();
      const found = newestOf(await blocks(conversationId), [longest, ...others], limit);
      searched$.next();
      const rows = await db.messages
        .where('[conversationId+order]')
        .anyOf(found.map((one) => [one.conversationId, one.seq]))
        .toArray();
      return rows
        .sort((one, other) => other.createdAt - one.createdAt)
        .map((row): SearchHit => ({
          conversationId: row.conversationId,
          id: row.id,
          seq: row.seq,
          at: row.createdAt,
          sender: row.content.sender?.identifier ?? '',
          ...excerptOf(wordsOf(row), words),
        }));
    },
    close: () => forgetting.unsubscribe(),
  };
}
