// Which messages may be spoken to whom, and their sentences, also while an answer is being written.
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer, readText } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { subjects } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { type Sentence, speakableSentences } from './speakableText.ts';

/** A message, and the person who listens. */
export interface SpokenRef {
  identifier: string;
  conversation: string;
  message: string;
}

export interface SpokenText {
  text: string;
  hasEnded: boolean;
  /** Of an answer: how often its question was asked, and the number of chunks in the text. */
  round: number;
  chunks: number;
  /** The bot in whose name the message is; null for a person's. */
  bot: string | null;
}

interface FoundRow {
  sealed: boolean;
  withdrawn: boolean;
  body: Buffer | null;
  edit: Buffer | null;
  sender: string;
  kind: string;
}

/** Milliseconds after which an answer is read again: chunks can be lost, and another gateway may write it. */
const rereadEvery = 2_000;
/** Milliseconds between two looks for new sentences in an answer that grows. */
const lookEvery = 100;
/** Milliseconds after which permission is checked again: hints can be lost, and blocks or deletions have none. */
const checkEvery = 5_000;
/** Faults of a message that may not be heard any more. Others, such as those of the database, pass. */
const refusals: ReadonlySet<string> = new Set(['NO_MESSAGE', 'VOICE_SEALED', 'VOICE_NO_TEXT']);

export function createSpokenMessages({ db, bus, limits }: Pick<GatewayBase, 'db' | 'bus' | 'limits'>) {
  /** @throws Fault NO_MESSAGE if this person may not see it, VOICE_SEALED, VOICE_NO_TEXT */
  async function find({ identifier, conversation, message }: SpokenRef): Promise<SpokenText> {
    const { rows } = await sql<FoundRow>`
      select m.sealed, m.withdrawn, m.body, e.body as edit, m.sender, p.kind
      from member k
      join message m on m.conversation = k.conversation and m.seq > k.joined_seq
      join person p on p.identifier = m.sender
      left join lateral (
        select x.body from message x where x.conversation = m.conversation and x.target = m.id and x.cmd_id = 'edit'
          and x.sender = m.sender and not x.sealed order by x.seq desc limit 1
      ) e on true
      where k.conversation = ${conversation} and k.identifier = ${identifier} and k.left_seq is null
        and m.id = ${message} and m.cmd_id = ''`.execute(db);
    const [row] = rows;
    if (!row) throw new Fault('NO_MESSAGE');
    if (row.sealed) throw new Fault('VOICE_SEALED');
    if (row.withdrawn || !row.body) throw new Fault('VOICE_NO_TEXT');
    const content = decode('Content', row.body);
    const bot = row.kind === 'bot' ? row.sender : null;
    const answer = readAnswer(content);
    if (answer) {
      const { text, round, chunks, state } = answer;
      return { text, round, chunks, hasEnded: state !== 'writing', bot };
    }
    const edit = row.edit && readText({ type: 'text', message: decode('Content', row.edit).message });
    const body = readText(content);
    if (!body) throw new Fault('VOICE_NO_TEXT');
    return { text: (edit ?? body).text, hasEnded: true, round: 0, chunks: 0, bot };
  }

  return {
    /** @throws Fault NO_MESSAGE, VOICE_SEALED; VOICE_NO_TEXT if there is nothing to speak, now or later */
    async find(ref: SpokenRef): Promise<SpokenText> {
      const found = await find(ref);
      if (found.hasEnded && speakableSentences(found, limits).length === 0) throw new Fault('VOICE_NO_TEXT');
      return found;
    },

    /**
     * Calls `onRefused` once this person may not hear the message any more: it was withdrawn, its question was asked
     * again, or they have left. Returns a function that ends this.
     */
    watch(ref: SpokenRef, { round }: SpokenText, onRefused: (fault: Fault) => void): () => void {
      let isOver = false;
      const refuse = (fault: Fault): void => {
        if (!isOver) onRefused(fault);
      };
      const check = (): void =>
        void find(ref).then(
          (found) => found.round !== round && refuse(new Fault('VOICE_NO_TEXT')),
          (thrown: unknown) => thrown instanceof Fault && refusals.has(thrown.code) && refuse(thrown),
        );
      const unsubscribe = bus.subscribe(subjects.conversation(ref.conversation), (hint) => {
        if (hint.kind === 'chunk' && hint.chunk.id === ref.message && hint.chunk.round > round)
          refuse(new Fault('VOICE_NO_TEXT'));
        // A hint without rows may be about any.
        if (hint.kind === 'rows' && (hint.rows.length === 0 || hint.rows.some(({ cmd_id }) => cmd_id !== ''))) check();
      });
      const timer = setInterval(check, checkEvery);
      timer.unref();
      return () => {
        isOver = true;
        clearInterval(timer);
        unsubscribe();
      };
    },

    /**
     * The sentences of the message; of an answer that is being written as they are completed, until it ends.
     * @throws Fault like `find`, if the message is withdrawn or asked again meanwhile, or the person leaves
     */
    async *follow(ref: SpokenRef, found: SpokenText, signal: AbortSignal): AsyncGenerator<Sentence> {
      let current = found;
      let [isOutdated, isChanged] = [!found.hasEnded, false];
      let wake = (): void => undefined;
      const unsubscribe = bus.subscribe(subjects.conversation(ref.conversation), (hint) => {
        if (hint.kind !== 'chunk' || hint.chunk.id !== ref.message || current.hasEnded) return;
        const { round, number, text, streamEnd } = hint.chunk;
        if (round === current.round && number === current.chunks)
          current = { ...current, text: current.text + text, chunks: number + 1, hasEnded: streamEnd };
        else if (round > current.round || number > current.chunks) isOutdated = true;
        else return;
        isChanged = true;
        wake();
      });
      const timer = setInterval(() => {
        [isOutdated, isChanged] = [true, true];
        wake();
      }, rereadEvery);
      timer.unref();
      signal.addEventListener('abort', () => wake());
      try {
        for (let count = 0; ; isChanged = false) {
          signal.throwIfAborted();
          if (isOutdated) {
            isOutdated = false;
            const read = await find(ref);
            if (read.round !== found.round) throw new Fault('VOICE_NO_TEXT');
            if (read.hasEnded || read.chunks > current.chunks) current = read;
          }
          const { hasEnded } = current;
          for (const sentence of speakableSentences(current, limits).slice(count)) {
            count += 1;
            yield sentence;
          }
          if (hasEnded) return;
          if (!isChanged)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          // Several chunks are looked at together: each look costs as much as the whole text.
          await sleep(lookEvery, undefined, { signal });
        }
      } finally {
        clearInterval(timer);
        unsubscribe();
      }
    },
  };
}
