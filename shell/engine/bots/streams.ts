// Assembles streamed answers from numbered chunks, which may arrive out of order, twice, or not at all.
import type { RobotAck, RobotMessage } from '@amber/proto';
import { type AiBody, currentAnswer, isNewerAnswer, readAnswer } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { createDelayedTasks, type DelayedTasks } from '../kit/delayedTasks.ts';

export interface StreamPorts extends Pick<AccountContext, 'db' | 'api' | 'clock' | 'emit' | 'warn'> {
  ack(ack: RobotAck): Promise<unknown>;
}

/** A streamed answer that is not complete yet. */
interface AnswerStream {
  conversationId: string;
  id: string;
  body: AiBody;
  /** Chunks that arrived after a missing one, by number. */
  bufferedChunks: Map<number, string>;
  writtenChunks: number;
  ackedChunks: number;
  /** Throttles the events, writes and acknowledgements of this answer, and notices gaps and the end of the chunks. */
  tasks: DelayedTasks;
}

const taskNames = ['emit', 'write', 'ack', 'gap', 'idle'] as const;

/** The minimum time between events, in milliseconds: pages render no faster. */
const emitInterval = 40;
/** The minimum time between writes, in milliseconds. Open pages get events; rows are for pages that open later. */
const writeInterval = 1_000;

export function createStreams({ db, api, clock, ack, emit, warn }: StreamPorts) {
  const streams = new Map<string, AnswerStream>();

  function removeStream(stream: AnswerStream): void {
    for (const name of taskNames) stream.tasks.cancel(name);
    if (streams.get(stream.id) === stream) streams.delete(stream.id);
  }

  /** The stream is removed from the cache a minute after its last chunk. */
  function restartIdleTimer(stream: AnswerStream): void {
    stream.tasks.cancel('idle');
    stream.tasks.schedule('idle', limits.streamCacheFor, () => removeStream(stream));
  }

  function emitThrottled(stream: AnswerStream): void {
    if (stream.tasks.has('emit')) return;
    const { conversationId, id, body } = stream;
    const { round, chunks, text } = body;
    emit({ type: 'answerGrew', conversationId, id, round, chunks, text });
    stream.tasks.schedule('emit', emitInterval, () => {
      if (body.chunks > chunks) emitThrottled(stream);
    });
  }

  /** Keeps the row up to date, so that pages that open or reload now have the answer. */
  function scheduleWrite(stream: AnswerStream): void {
    stream.tasks.schedule('write', writeInterval, () => {
      const { id, conversationId, body } = stream;
      if (body.chunks <= stream.writtenChunks) return;
      stream.writtenChunks = body.chunks;
      db.transaction('rw', db.messages, async () => {
        const row = await db.messages.get(id);
        const storedAnswer = row?.conversationId === conversationId ? currentAnswer(row.content, row.answer) : null;
        if (!row || !storedAnswer || !isNewerAnswer(body, storedAnswer)) return;
        const answer = JSON.stringify({ ...body, question: storedAnswer.question });
        await db.messages.put({ ...row, answer, answerAt: clock.now() });
      }).catch(warn('storeRow'));
    });
  }

  function scheduleAck(stream: AnswerStream): void {
    stream.tasks.schedule('ack', limits.robotAckEvery, () => {
      const { id, body } = stream;
      if (body.chunks <= stream.ackedChunks) return;
      stream.ackedChunks = body.chunks;
      ack({ id, round: body.round, number: body.chunks - 1 }).catch(() => {}); // the next one includes it
    });
  }

  function publishProgress(stream: AnswerStream): void {
    emitThrottled(stream);
    scheduleWrite(stream);
    scheduleAck(stream);
  }

  /** Appends the buffered chunks that follow without a gap. Returns whether there was one. */
  function appendBuffered(stream: AnswerStream): boolean {
    const { body, bufferedChunks } = stream;
    const before = body.chunks;
    for (let text = bufferedChunks.get(body.chunks); text !== undefined; text = bufferedChunks.get(body.chunks)) {
      bufferedChunks.delete(body.chunks);
      body.text += text;
      body.chunks += 1;
    }
    for (const number of bufferedChunks.keys()) if (number < body.chunks) bufferedChunks.delete(number);
    return body.chunks > before;
  }

  /** Fetches missing chunks from the answer's row at the gateway. */
  async function fetchMissing(stream: AnswerStream): Promise<void> {
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
    appendBuffered(stream);
    publishProgress(stream);
  }

  function watchGap(stream: AnswerStream, wait: number = limits.chunkGapTimeout): void {
    if (stream.bufferedChunks.size === 0 && wait > 0) {
      stream.tasks.cancel('gap');
      return;
    }
    stream.tasks.schedule('gap', wait, () => {
      void fetchMissing(stream)
        .catch(() => {}) // the final row has the whole answer
        .then(() => streams.get(stream.id) === stream && watchGap(stream));
    });
  }

  return {
    /** Processes a chunk that has arrived. */
    receiveChunk({ conversationId, id, round, number, text, kind, streamEnd, state, fault }: RobotMessage): void {
      let stream = streams.get(id);
      if (stream && (stream.conversationId !== conversationId || round < stream.body.round)) return;
      if (stream && round > stream.body.round) {
        removeStream(stream);
        stream = undefined;
      }
      if (streamEnd) {
        // A preview belongs to no conversation and has no row; other answers have their final state in their row.
        if (conversationId === '') emit({ type: 'previewEnded', id, text, state, fault });
        else emit({ type: 'answerEnded', conversationId, id });
        return stream && removeStream(stream);
      }
      if (kind !== 'text') return;
      if (!stream) {
        const body: AiBody = { text: '', question: '', round, chunks: 0, state: 'writing' };
        const bufferedChunks = new Map<number, string>();
        const tasks = createDelayedTasks(clock);
        stream = { conversationId, id, body, bufferedChunks, writtenChunks: 0, ackedChunks: 0, tasks };
        streams.set(id, stream);
        // The stream began before this device was connected.
        if (number > 0) watchGap(stream, 0);
      }
      restartIdleTimer(stream);
      if (number >= stream.body.chunks && stream.bufferedChunks.size < limits.unacknowledgedChunksMax)
        stream.bufferedChunks.set(number, text);
      if (appendBuffered(stream)) publishProgress(stream);
      watchGap(stream);
    },

    close(): void {
      for (const stream of streams.values()) removeStream(stream);
    },
  };
}
