// The index of local search: blocks of normalized text, built and searched on this device. A separate chunk: see
// search.ts.
import type { SearchHit } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import { debounceTime, type SchedulerLike, Subject } from 'rxjs';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import { isFoundByName, searchableTextOf } from '../rows/searchableText.ts';
import { blockSize as size, dirtyPrefix, blockNameOf } from './searchMarks.ts';
import { excerptOf, fold } from './searchText.ts';

export interface SearchIndex {
  /** Returns the newest messages that contain every word of `text`; see `EngineCalls.search`. */
  find(request: { text: string; conversationId?: string; limit?: number }): Promise<SearchHit[]>;
  /** Updates the index. This also runs automatically one second after a write. */
  update(): Promise<void>;
  close(): void;
}

/**
 * A block of the index: a row for `size` positions of a conversation. Line `seq % size` of its text is the normalized
 * text of the message with that position. The block is rebuilt whenever one of its messages has changed.
 */
interface Block {
  id: string;
  /** Normalized text, one line for each position. */
  text: string;
  /** When each message was sent; 0 if there is nothing to find. */
  at: Float64Array;
}

/** A block with the data that the search needs. */
interface LoadedBlock extends Block {
  conversationId: string;
  first: number;
  /** The offset of each line, and of the end. */
  lines: Uint32Array;
  newest: number;
}

/** Rows of the table besides the marks: a block begins with `b`; another row records the version of the index. */
const [blockPrefix, versionKey] = ['b ', 'made 1'] as const;

/** Returns the conversation and the first position of a block's name. */
function parseBlockName(name: string): { conversationId: string; first: number } {
  const at = name.lastIndexOf(' ');
  return { conversationId: name.slice(0, at), first: Number(name.slice(at + 1)) * size };
}

const cacheTtl = 60_000;
/** How many characters of normalized text are cached between two searches. */
const cacheMaxLetters = 32_000_000;
const hitsMax = 50;

function loadBlock(block: Block): LoadedBlock {
  const lines = new Uint32Array(size + 1);
  let newest = 0;
  for (let line = 0, at = 0; line < size; line += 1) {
    const end = block.text.indexOf('\n', at);
    at = lines[line + 1] = end < 0 ? block.text.length + 1 : end + 1;
    newest = Math.max(newest, block.at[line]!);
  }
  return { ...block, ...parseBlockName(block.id.slice(blockPrefix.length)), lines, newest };
}

interface Match {
  conversationId: string;
  seq: number;
  at: number;
}

/** Returns the matches in a block. The longest word is searched first. */
function matchesIn(
  { text, lines, at, conversationId, first }: LoadedBlock,
  [longest, ...others]: [string, ...string[]],
): Match[] {
  const matches: Match[] = [];
  for (let offset = text.indexOf(longest); offset >= 0;) {
    let [low, high] = [0, size];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    const line = text.slice(lines[low], lines[low + 1]! - 1);
    if (others.every((word) => line.includes(word))) matches.push({ conversationId, seq: first + low, at: at[low]! });
    offset = text.indexOf(longest, lines[low + 1]);
  }
  return matches;
}

/** Returns the newest matches. A block that is older than all of them is skipped. */
function newestMatches(blocks: LoadedBlock[], terms: [string, ...string[]], limit: number): Match[] {
  let matches: Match[] = [];
  let least = 0;
  for (const block of blocks.sort((one, other) => other.newest - one.newest)) {
    if (block.newest < least) break;
    matches.push(...matchesIn(block, terms));
    if (matches.length < limit) continue;
    matches = matches.sort((one, other) => other.at - one.at).slice(0, limit);
    least = matches.at(-1)!.at;
  }
  return matches.sort((one, other) => other.at - one.at).slice(0, limit);
}

/** Creates the index of an open database. */
export function createSearchIndex(db: AccountDb, clock: SchedulerLike, me: string): SearchIndex {
  const used$ = new Subject<void>();
  let cache: Map<string, LoadedBlock> | undefined;
  let updating: Promise<void> = Promise.resolve();

  /** Another version of the index is rebuilt from all stored messages. */
  async function ensureVersion(): Promise<void> {
    if (await db.search.get(versionKey)) return;
    await db.transaction('rw', db.search, db.cursors, async () => {
      await db.search.where('id').startsWith(blockPrefix).delete();
      const cursors = await db.cursors.toArray();
      const names = cursors.flatMap(({ conversationId, seq }) =>
        Array.from({ length: Math.floor(seq / size) + 1 }, (_, block) => blockNameOf(conversationId, block * size)),
      );
      await db.search.bulkPut([...names.map((name) => ({ id: dirtyPrefix + name })), { id: versionKey }]);
    });
  }

  /**
   * Rebuilds a block. The messages are read and the mark is cleared in one transaction, so that no change is missed.
   */
  const rebuildBlock = (dirty: string) =>
    db.transaction('rw', db.messages, db.search, async () => {
      const name = dirty.slice(dirtyPrefix.length);
      const { conversationId, first } = parseBlockName(name);
      const rows = await rowsInOrder(db.messages, conversationId, first, first + size).toArray();
      const lines = Array<string>(size).fill('');
      const at = new Float64Array(size);
      for (const row of rows) {
        const words = row.seq > 0 ? fold(searchableTextOf(row, me)) : '';
        if (words === '') continue;
        lines[row.seq - first] = words;
        at[row.seq - first] = row.createdAt;
      }
      const block: Block = { id: blockPrefix + name, text: lines.join('\n'), at };
      const isEmpty = block.text.length < size;
      await Promise.all([db.search.delete(dirty), isEmpty ? db.search.delete(block.id) : db.search.put(block)]);
      if (isEmpty) cache?.delete(block.id);
      else cache?.set(block.id, loadBlock(block));
    });

  async function updateNow(): Promise<void> {
    await ensureVersion();
    const dirty = await db.search.where('id').startsWith(dirtyPrefix).primaryKeys();
    for (const name of dirty) await rebuildBlock(name);
  }

  const update = (): Promise<void> => {
    updating = updating.catch(() => {}).then(updateNow);
    return updating;
  };

  async function blocks(conversationId?: string): Promise<LoadedBlock[]> {
    if (!cache) {
      const prefix = conversationId ? `${blockPrefix}${conversationId} ` : blockPrefix;
      const loaded = ((await db.search.where('id').startsWith(prefix).toArray()) as Block[]).map(loadBlock);
      if (conversationId || loaded.reduce((sum, { text }) => sum + text.length, 0) > cacheMaxLetters) return loaded;
      cache = new Map(loaded.map((block) => [block.id, block]));
    }
    return [...cache.values()].filter((block) => !conversationId || block.conversationId === conversationId);
  }

  const cacheExpiry = used$.pipe(debounceTime(cacheTtl, clock)).subscribe(() => {
    cache = undefined;
  });

  return {
    update,
    async find({ text, conversationId, limit = hitsMax }) {
      const terms = [...new Set(fold(text).split(' '))].filter(Boolean).sort((one, other) => other.length - one.length);
      const [longest, ...others] = terms;
      if (!longest) return [];
      await update();
      const matches = newestMatches(await blocks(conversationId), [longest, ...others], limit);
      used$.next();
      const rows = await db.messages
        .where('[conversationId+order]')
        .anyOf(matches.map((one) => [one.conversationId, one.seq]))
        .toArray();
      return rows
        .sort((one, other) => other.createdAt - one.createdAt)
        .map((row): SearchHit => ({
          conversationId: row.conversationId,
          id: row.id,
          seq: row.seq,
          at: row.createdAt,
          sender: row.content.sender?.identifier ?? '',
          ...(isFoundByName(row) && { isFile: true as const }),
          ...excerptOf(searchableTextOf(row, me), terms),
        }));
    },
    close: () => cacheExpiry.unsubscribe(),
  };
}
