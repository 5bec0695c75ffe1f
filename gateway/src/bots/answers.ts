// Answers questions: calls the provider, streams the text to devices and stores it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type AiBody, readAnswer } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { subjects } from '../core/bus.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { AnswerRows } from './answerRows.ts';
import type { Bots } from './bots.ts';
import { loadContext } from './context.ts';
import type { Memory } from './memory.ts';
import { findOpenService } from './findOpenService.ts';
import { Stopped, streamPieces } from './provider/pieces.ts';
import { outcomeOf, type Provider } from './provider/provider.ts';
import { createVoiceRefusal } from './provider/voiceRefusal.ts';
import { type AnswerTurn, QuotaExceeded, isUnprompted, type Question, type AnswerTurns } from './answerTurns.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface AnswerPorts extends Pick<GatewayBase, 'db' | 'bus' | 'limits' | 'metrics' | 'onError'> {
  provider: Provider;
  bots: Bots;
  memory: Memory;
  notices: Notices;
  answerTurns: AnswerTurns;
  rows: AnswerRows;
  /**
   * When this gateway started, if no other one shares its database: older unfinished answers then have no writer. Null
   * otherwise.
   */
  soleGatewaySince: number | null;
}

/** The question id as devices know it; empty for an unprompted answer. */
const questionIdOf = (turn: AnswerTurn): string => (isUnprompted(turn) ? '' : turn.question);

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(ports: AnswerPorts) {
  const { db, bus, limits, metrics, provider, bots, memory, notices, answerTurns, rows, soleGatewaySince, onError } =
    ports;
  /** Answers that run in this process, by conversation: one at a time. */
  const running = new Map<string, Promise<void>>();
  const stops = new Map<string, AbortController>();
  let closed = false;

  const publishChunk = (turn: AnswerTurn, number: number, text: string, streamEnd = false) =>
    bus.publish(subjects.conversation(turn.conversation), {
      kind: 'chunk',
      chunk: {
        conversationId: turn.conversation,
        id: turn.answer,
        round: turn.round,
        number,
        kind: 'text',
        text,
        streamFirst: number === 0,
        streamEnd,
        state: '',
        fault: '',
      },
    });

  /** Emits typing events of the bot until its answer's first text. */
  function startTyping({ conversation, bot }: AnswerTurn): () => void {
    const publishTyping = (typing: boolean) =>
      bus.publish(subjects.conversation(conversation), { kind: 'typing', conversation, identifier: bot, typing });
    publishTyping(true);
    const timer = setInterval(() => publishTyping(true), limits.typingEvery);
    return () => {
      clearInterval(timer);
      publishTyping(false);
    };
  }

  async function notifyExhausted({ conversation, asker, bot }: Question): Promise<void> {
    const emit = await db.transaction().execute((tx) =>
      notices.add(tx, asker, {
        type: 'command',
        cmdId: 'aiUsageExhausted',
        identifier: bot,
        conversationId: conversation,
        body: '{}',
      }),
    );
    emit();
  }

  /** Builds the provider's request. @throws Fault NO_AUTH when the person may not talk with the bot any more. */
  async function buildRequest(turn: AnswerTurn) {
    const bot = await bots.requireChatAccess(turn.asker, turn.bot);
    // A human was requested after the answer began and before it could receive that event.
    if (await findOpenService(db, turn.conversation)) throw new Stopped();
    const memoryKey = { bot: turn.bot, person: turn.asker };
    const [context, memories, person] = await Promise.all([
      loadContext(db, turn, limits),
      memory.known(memoryKey),
      db.selectFrom('person').select('last_name').where('identifier', '=', turn.asker).executeTakeFirstOrThrow(),
    ]);
    return {
      ...context,
      ...(isUnprompted(turn) && { first: true as const }),
      memories,
      model: provider.models.includes(bot.model) ? bot.model : '',
      person: person.last_name,
      bot: { name: bot.name, type: bot.type, ownerName: bot.owner_name, characters: bot.characters, about: bot.about },
    };
  }

  async function answer(initialTurn: AnswerTurn, languages: readonly string[]): Promise<void> {
    let turn = initialTurn;
    const body: AiBody = { text: '', question: questionIdOf(turn), round: turn.round, chunks: 0, state: 'writing' };
    if (closed) return void (await rows.end(turn, { ...body, state: 'interrupted' }));
    const startedAt = performance.now();
    const stop = new AbortController();
    stops.set(turn.conversation, stop);
    const unsubscribe = bus.subscribe(subjects.conversation(turn.conversation), (hint) => {
      if (hint.kind === 'stopStream') stop.abort(new Stopped());
    });
    let stopTyping = startTyping(turn);
    const heartbeat = setInterval(() => void answerTurns.renew(turn).catch(onError), limits.streamCacheFor / 6);

    // Writes are serialized, so that the last one contains the complete text.
    let writing: Promise<void> = Promise.resolve();
    let mayWrite = true;
    const write = () => {
      if (!mayWrite) return;
      mayWrite = false;
      const snapshot = { ...body };
      writing = writing
        .then(async () => {
          const seq = await rows.write(turn, snapshot);
          // Another gateway took this one for dead and has ended the answer.
          if (seq === null) stop.abort(new Stopped());
          else turn = { ...turn, seq };
        })
        .catch(onError);
      setTimeout(() => {
        mayWrite = true;
        if (body.state === 'writing' && body.chunks > snapshot.chunks) write();
      }, limits.answerWriteThrottle);
    };

    try {
      const { missing, ...request } = await buildRequest(turn);
      const responder = missing ? createVoiceRefusal(missing, languages) : provider;
      for await (const text of streamPieces(responder, request, { stop, limits })) {
        body.text += text;
        publishChunk(turn, body.chunks, text);
        body.chunks += 1;
        write();
        stopTyping();
        stopTyping = () => {};
      }
      body.state = 'done';
    } catch (thrown) {
      const isStopped = thrown instanceof Stopped;
      if (closed || isStopped) body.state = closed ? 'interrupted' : 'stopped';
      else {
        const { state, fault, error } = outcomeOf(thrown, body.text);
        Object.assign(body, { state, fault });
        if (error !== undefined) onError(error);
      }
      stop.abort(thrown);
    } finally {
      stopTyping();
      clearInterval(heartbeat);
      unsubscribe();
      if (stops.get(turn.conversation) === stop) stops.delete(turn.conversation);
    }
    const outcome = body.state === 'failed' && body.fault ? body.fault : body.state;
    metrics.observe('amber_bot_answer_duration_seconds', { outcome }, (performance.now() - startedAt) / 1_000);
    await writing;
    publishChunk(turn, body.chunks, '', true);
    await rows.end(turn, body);
  }

  /** Queues the answer behind the conversation's running one. `languages`: those of the asking browser. */
  function enqueue(turn: AnswerTurn, languages: readonly string[] = []): void {
    const before = running.get(turn.conversation) ?? Promise.resolve();
    // An answer that could not be stored is found later by its age.
    const work = before.then(() => answer(turn, languages)).catch(onError);
    running.set(turn.conversation, work);
    void work.then(() => running.get(turn.conversation) === work && running.delete(turn.conversation));
  }

  async function begin(question: Question, mode: 'begin' | 'retry', languages: readonly string[]): Promise<void> {
    try {
      const turn = await answerTurns[mode](question);
      if (turn) enqueue(turn, languages);
    } catch (thrown) {
      if (!(thrown instanceof QuotaExceeded)) throw thrown;
      await notifyExhausted(question);
    }
  }

  /** Ends an answer that another process wrote, with the text that it stored. */
  async function endStored(turn: AnswerTurn, state: 'interrupted' | 'stopped'): Promise<void> {
    const written = await rows.read(turn);
    const body = written && readAnswer(decode('Content', written));
    await rows.end(turn, {
      text: '',
      chunks: 0,
      question: questionIdOf(turn),
      ...(body?.round === turn.round && body),
      round: turn.round,
      state,
    });
  }

  async function interruptAbandoned(since?: number): Promise<void> {
    for (const turn of await answerTurns.listAbandoned(since)) await endStored(turn, 'interrupted');
  }
  const timer = setInterval(() => void interruptAbandoned().catch(onError), limits.abandonedAnswerPollEvery);
  timer.unref();
  if (soleGatewaySince !== null) void interruptAbandoned(soleGatewaySince).catch(onError);

  /** The person's last question in the conversation, if it is this message or this message answers it. */
  async function questionOf({
    conversation,
    asker,
    message,
  }: {
    conversation: string;
    asker: string;
    message: string;
  }) {
    const answered = await db
      .selectFrom('ai_turn')
      .select('question')
      .where('conversation', '=', conversation)
      .where('answer', '=', message)
      .executeTakeFirst();
    const id = answered?.question ?? message;
    const last = await db
      .selectFrom('message')
      .select(['id', 'withdrawn'])
      .where('conversation', '=', conversation)
      .where('sender', '=', asker)
      .where('cmd_id', '=', '')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    return last?.id === id && !last.withdrawn ? id : null;
  }

  metrics.sample('amber_bot_answers_running', () => [[{}, running.size]]);

  /** Ends the present answers of other gateways that do not stop in time, because the hint was lost. */
  async function endUnstopped(conversation: string): Promise<void> {
    const turns = await answerTurns.listWriting(conversation);
    if (turns.length === 0) return;
    await sleep(limits.sweepEvery, undefined, { ref: false });
    if (closed) return;
    for (const turn of turns) await endStored(turn, 'stopped');
  }

  function stop(conversation: string): void {
    bus.publish(subjects.conversation(conversation), { kind: 'stopStream', conversation });
    if (bus.connection() !== 'local' && !running.has(conversation)) void endUnstopped(conversation).catch(onError);
  }

  return {
    /** Answers a message; does nothing when it already has an answer. Resolves before the answer is complete. */
    async ask(question: Question, { text, languages }: { text: string; languages: readonly string[] }): Promise<void> {
      await begin(question, 'begin', languages);
      // Memories are extracted in the background: an answer does not wait for them.
      void memory
        .learn(
          { bot: question.bot, person: question.asker },
          { text, conversation: question.conversation, message: question.question },
        )
        .catch(onError);
    },

    /** Answers the last question again. @throws Fault NO_MESSAGE when it is not the last one. */
    async regenerate(
      target: Omit<Question, 'question'> & { message: string; languages: readonly string[] },
    ): Promise<void> {
      const { message, languages, ...scope } = target;
      const question = await questionOf(target);
      if (question === null) throw new Fault('NO_MESSAGE');
      stop(target.conversation);
      await running.get(target.conversation);
      await answerTurns.waitForEnd({ ...scope, question });
      await begin({ ...scope, question }, 'retry', languages);
      // The question's first round never began, because the daily quota was used up.
      await begin({ ...scope, question }, 'begin', languages);
    },

    stop,

    /** Runs a turn that has begun; resolves before the answer is complete. */
    run: enqueue,

    /** Resolves when the answers that run now have ended. */
    whenIdle: (): Promise<unknown> => Promise.all(running.values()),

    /** Aborts the answers that run here; the text received so far stays stored. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      for (const one of stops.values()) one.abort(new Stopped());
      await Promise.all(running.values());
    },
  };
}
