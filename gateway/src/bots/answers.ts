// Answers questions: asks the provider, streams what comes to the devices, and keeps it.
import { type AiBody, readAnswer } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { subjects, type Bus } from '../core/bus.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Db } from '../db/store.ts';
import type { AnswerRows } from './answerRows.ts';
import type { Bots } from './bots.ts';
import { loadContext } from './context.ts';
import type { Memory } from './memory.ts';
import { openService } from './openService.ts';
import { streamPieces } from './provider/pieces.ts';
import { outcomeOf, type Provider } from './provider/provider.ts';
import { type AnswerTurn, QuotaExceeded, isUnprompted, type Question, type Turns } from './turns.ts';

interface AnswerPorts {
  db: Db;
  bus: Bus;
  limits: Limits;
  provider: Provider;
  bots: Bots;
  memory: Memory;
  notices: Notices;
  turns: Turns;
  rows: AnswerRows;
  /** When this gateway has started, if no other one has its database: what was being written before, nobody writes. */
  soleGatewaySince: number | null;
  onError(error: unknown): void;
}

/** Why an answer was ended from outside. */
class Stopped extends Error {}

/** As devices know it. */
const questionIdOf = (turn: AnswerTurn): string => (isUnprompted(turn) ? '' : turn.question);

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(ports: AnswerPorts) {
  const { db, bus, limits, provider, bots, memory, notices, turns, rows, soleGatewaySince, onError } = ports;
  /** Those that run here, by conversation: one at a time. */
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

  /** The bot is at it, until its first word. */
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

  /** What the provider is told. @throws Fault NO_AUTH when the person may not talk with the bot any more. */
  async function buildRequest(turn: AnswerTurn) {
    const bot = await bots.requireTalkable(turn.asker, turn.bot);
    // Asked for after the answer was begun, and before it could hear of that.
    if (await openService(db, turn.conversation)) throw new Stopped();
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

  async function answer(initialTurn: AnswerTurn): Promise<void> {
    let turn = initialTurn;
    const body: AiBody = { text: '', question: questionIdOf(turn), round: turn.round, chunks: 0, state: 'writing' };
    if (closed) return void (await rows.end(turn, { ...body, state: 'interrupted' }));
    const stop = new AbortController();
    stops.set(turn.conversation, stop);
    const unsubscribe = bus.subscribe(subjects.conversation(turn.conversation), (hint) => {
      if (hint.kind === 'stopStream') stop.abort(new Stopped());
    });
    let stopTyping = startTyping(turn);
    const heartbeat = setInterval(() => void turns.touch(turn).catch(onError), limits.streamCacheFor / 6);

    // One write at a time, and the last words in the last one.
    let writing: Promise<void> = Promise.resolve();
    let mayWrite = true;
    const write = () => {
      if (!mayWrite) return;
      mayWrite = false;
      const snapshot = { ...body };
      writing = writing
        .then(async () => {
          turn = { ...turn, seq: await rows.write(turn, snapshot) };
        })
        .catch(onError);
      setTimeout(() => {
        mayWrite = true;
        if (body.state === 'writing' && body.chunks > snapshot.chunks) write();
      }, limits.answerWriteThrottle);
    };

    try {
      for await (const text of streamPieces(provider, await buildRequest(turn), { stop, limits })) {
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
    await writing;
    publishChunk(turn, body.chunks, '', true);
    await rows.end(turn, body);
  }

  /** After what this conversation is at. */
  function enqueue(turn: AnswerTurn): void {
    const before = running.get(turn.conversation) ?? Promise.resolve();
    // An answer that could not be kept is found by its age.
    const work = before.then(() => answer(turn)).catch(onError);
    running.set(turn.conversation, work);
    void work.then(() => running.get(turn.conversation) === work && running.delete(turn.conversation));
  }

  async function begin(question: Question, mode: 'begin' | 'again'): Promise<void> {
    try {
      const turn = await turns[mode](question);
      if (turn) enqueue(turn);
    } catch (thrown) {
      if (!(thrown instanceof QuotaExceeded)) throw thrown;
      await notifyExhausted(question);
    }
  }

  async function interruptAbandoned(since?: number): Promise<void> {
    for (const turn of await turns.listAbandoned(since)) {
      const written = await rows.read(turn);
      const body = written && readAnswer(decode('Content', written));
      await rows.end(turn, {
        text: '',
        chunks: 0,
        question: questionIdOf(turn),
        ...(body?.round === turn.round && body),
        round: turn.round,
        state: 'interrupted',
      });
    }
  }
  const timer = setInterval(() => void interruptAbandoned().catch(onError), limits.abandonedAnswerPollEvery);
  timer.unref();
  if (soleGatewaySince !== null) void interruptAbandoned(soleGatewaySince).catch(onError);

  /** The last question of this person in the conversation, if it is this message or is answered by it. */
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

  const stop = (conversation: string) =>
    bus.publish(subjects.conversation(conversation), { kind: 'stopStream', conversation });

  return {
    /** Answers a message; does nothing for one that has its answer. Resolves before the answer is there. */
    async ask(question: Question, text: string): Promise<void> {
      await begin(question, 'begin');
      // Remembered afterwards: an answer waits for nothing else.
      void memory
        .learn(
          { bot: question.bot, person: question.asker },
          { text, conversation: question.conversation, message: question.question },
        )
        .catch(onError);
    },

    /** Answers the last question anew. @throws Fault NO_MESSAGE when it is not the last one. */
    async regenerate(target: Omit<Question, 'question'> & { message: string }): Promise<void> {
      const { message, ...scope } = target;
      const question = await questionOf(target);
      if (question === null) throw new Fault('NO_MESSAGE');
      stop(target.conversation);
      await running.get(target.conversation);
      await begin({ ...scope, question }, 'again');
      // One that was never begun, for the day's answers were used up.
      await begin({ ...scope, question }, 'begin');
    },

    stop,

    /** Writes a turn that was begun; resolves before it is there. */
    run: enqueue,

    /** Ends what runs here; what came by then is kept. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      for (const one of stops.values()) one.abort(new Stopped());
      await Promise.all(running.values());
    },
  };
}
