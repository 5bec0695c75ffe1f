// Puts answers together that come in numbered chunks: out of order, twice, or with some missing.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, RobotAck, RobotMessage } from '@amber/proto';
import { type AiBody, currentAnswer, isFurther, readAnswer } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { ProblemKind } from '@amber/proto/problems';
import { type SchedulerLike, type Subscription, timer } from 'rxjs';

export interface StreamPorts {
  db: AccountDb;
  api: Api;
  clock: SchedulerLike;
  ack(ack: RobotAck): Promise<unknown>;
  say(event: EngineEvent): void;
  warn(what: ProblemKind): (thrown: unknown) => void;
}

/** An answer that is being written. */
interface Stream {
  conversationId: string;
  id: string;
  body: AiBody;
  /** Chunks that came before one that is missing, by their numbers. */
  early: Map<number, string>;
  written: number;
  acked: number;
  /** It is told and written at most so often. */
  telling?: Subscription | undefined;
  writing?: Subscription | undefined;
  acking?: Subscription | undefined;
  gap?: Subscription | undefined;
  idle?: Subscription | undefined;
}

/** Pages draw no faster. */
const toldEvery = 40;
/** Open pages are told; this is for those that open later. */
const writtenEvery = 1_000;

export function createStreams({ db, api, clock, ack, say, warn }: StreamPorts) {
  const streams = new Map<string, Stream>();

  function forget(stream: Stream): void {
    for (const what of ['telling', 'writing', 'acking', 'gap', 'idle'] as const) stream[what]?.unsubscribe();
    if (streams.get(stream.id) === stream) streams.delete(stream.id);
  }

  /** Cleared a minute after its last chunk. */
  function stay(stream: Stream): void {
    stream.idle?.unsubscribe();
    stream.idle = timer(limits.streamCacheFor, clock).subscribe(() => forget(stream));
  }

  function tell(stream: Stream): void {
    if (stream.telling && !stream.telling.closed) return;
    const now = () => {
      const { conversationId, id, body } = stream;
      say({ type: 'answerGrew', conversationId, id, round: body.round, chunks: body.chunks, text: body.text });
    };
    const told = stream.body.chunks;
    now();
    stream.telling = timer(toldEvery, clock).subscribe(() => {
      if (stream.body.chunks <= told) return;
      stream.telling = undefined;
      tell(stream);
    });
  }

  /** The row keeps up, so that a page which opens now, and a reload, have it. */
  function write(stream: Stream): void {
    if (stream.writing && !stream.writing.closed) return;
    stream.writing = timer(writtenEvery, clock).subscribe(() => {
      const { id, conversationId, body } = stream;
      if (body.chunks <= stream.written) return;
      stream.written = body.chunks;
      db.transaction('rw', db.messages, async () => {
        const row = await db.messages.get(id);
        const here = row?.conversationId === conversationId ? currentAnswer(row.content, row.answer) : null;
        if (!row || !here || !isFurther(body, here)) return;
        const answer = JSON.stringify({ ...body, question: here.question });
        await db.messages.put({ ...row, answer, answerAt: clock.now() });
      }).catch(warn('storeRow'));
    });
  }

  function acknowledge(stream: Stream): void {
    if (stream.acking && !stream.acking.closed) return;
    stream.acking = timer(limits.robotAckEvery, clock).subscribe(() => {
      const { id, body } = stream;
      if (body.chunks <= stream.acked) return;
      stream.acked = body.chunks;
      ack({ id, round: body.round, number: body.chunks - 1 }).catch(() => {}); // the next one says it too
    });
  }

  function grew(stream: Stream): void {
    tell(stream);
    write(stream);
    acknowledge(stream);
  }

  /** Takes what follows; true when something did. */
  function join(stream: Stream): boolean {
    const { body, early } = stream;
    const before = body.chunks;
    for (let text = early.get(body.chunks); text !== undefined; text = early.get(body.chunks)) {
      early.delete(body.chunks);
      body.text += text;
      body.chunks += 1;
    }
    for (const number of early.keys()) if (number < body.chunks) early.delete(number);
    return body.chunks > before;
  }

  /** What is missing is in the answer's row at the gateway. */
  async function heal(stream: Stream): Promise<void> {
    const row = await db.messages.get(stream.id);
    if (!row || row.seq <= 0) return;
    const { rows } = await api.message.history({
      conversationId: stream.conversationId,
      beforeSeq: row.seq + 1,
      limit: 1,
    });
    const content = rows.find(({ id }) => id === stream.id)?.content;
    const body = content && readAnswer(content);
    if (!body || body.round !== stream.body.round || body.chunks <= stream.body.chunks) return;
    Object.assign(stream.body, { text: body.text, chunks: body.chunks });
    join(stream);
    grew(stream);
  }

  function watchGap(stream: Stream, wait: number = limits.chunkWait): void {
    if (stream.early.size === 0 && wait > 0) {
      stream.gap?.unsubscribe();
      stream.gap = undefined;
      return;
    }
    if (stream.gap && !stream.gap.closed) return;
    stream.gap = timer(wait, clock).subscribe(() => {
      stream.gap = undefined;
      void heal(stream)
        .catch(() => {}) // the row at the end has it all
        .then(() => streams.get(stream.id) === stream && watchGap(stream));
    });
  }

  return {
    /** A chunk has arrived. */
    take({ conversationId, id, round, number, text, kind, streamEnd, state, fault }: RobotMessage): void {
      let stream = streams.get(id);
      if (stream && (stream.conversationId !== conversationId || round < stream.body.round)) return;
      if (stream && round > stream.body.round) {
        forget(stream);
        stream = undefined;
      }
      if (streamEnd) {
        // A preview belongs to no conversation and has no row; of others their row says how they have ended.
        if (conversationId === '') say({ type: 'previewEnded', id, text, state, fault });
        else say({ type: 'answerEnded', conversationId, id });
        return stream && forget(stream);
      }
      if (kind !== 'text') return;
      if (!stream) {
        const body: AiBody = { text: '', question: '', round, chunks: 0, state: 'writing' };
        stream = { conversationId, id, body, early: new Map(), written: 0, acked: 0 };
        streams.set(id, stream);
        // It began before this device listened.
        if (number > 0) watchGap(stream, 0);
      }
      stay(stream);
      if (number >= stream.body.chunks && stream.early.size < limits.chunksAhead) stream.early.set(number, text);
      if (join(stream)) grew(stream);
      watchGap(stream);
    },

    close(): void {
      for (const stream of streams.values()) forget(stream);
    },
  };
}
