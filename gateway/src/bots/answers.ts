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
import { contextOf } from './context.ts';
import type { Memory } from './memory.ts';
import { openService } from './openService.ts';
import { piecesOf } from './provider/pieces.ts';
import { endOf, type Provider } from './provider/provider.ts';
import { type AskedTurn, Exhausted, isOwnWords, type Question, type Turns } from './turns.ts';

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
  aloneSince: number | null;
  onError(error: unknown): void;
}

/** Why an answer was ended from outside. */
class Stopped extends Error {}

/** As devices know it. */
const questionIn = (turn: AskedTurn): string => (isOwnWords(turn) ? '' : turn.question);

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers(ports: AnswerPorts) {
  const { db, bus, limits, provider, bots, memory, notices, turns, rows, aloneSince, onError } = ports;
  /** Those that run here, by conversation: one at a time. */
  const running = new Map<string, Promise<void>>();
  const stops = new Map<string, AbortController>();
  let closed = false;

  const tell = (turn: AskedTurn, number: number, text: string, streamEnd = false) =>
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
  function think({ conversation, bot }: AskedTurn): () => void {
    const say = (typing: boolean) =>
      bus.publish(subjects.conversation(conversation), { kind: 'typing', conversation, identifier: bot, typing });
    say(true);
    const timer = setInterval(() => say(true), limits.typingEvery);
    return () => {
      clearInterval(timer);
      say(false);
    };
  }

  async function exhausted({ conversation, asker, bot }: Question): Promise<void> {
    const emit = await db.transaction().execute((tx) =>
      notices.keep(tx, asker, {
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
  async function askOf(turn: AskedTurn) {
    const bot = await bots.talkable(turn.asker, turn.bot);
    // Asked for after the answer was begun, and before it could hear of that.
    if (await openService(db, turn.conversation)) throw new Stopped();
    const of = { bot: turn.bot, person: turn.asker };
    const [context, memories, person] = await Promise.all([
      contextOf(db, turn, limits),
      memory.known(of),
      db.selectFrom('person').select('last_name').where('identifier', '=', turn.asker).executeTakeFirstOrThrow(),
    ]);
    return {
      ...context,
      ...(isOwnWords(turn) && { first: true as const }),
      memories,
      model: provider.models.includes(bot.model) ? bot.model : '',
      person: person.last_name,
      bot: { name: bot.name, type: bot.type, ownerName: bot.owner_name, characters: bot.characters, about: bot.about },
    };
  }

  async function answer(begun: AskedTurn): Promise<void> {
    let turn = begun;
    const body: AiBody = { text: '', question: questionIn(turn), round: turn.round, chunks: 0, state: 'writing' };
    if (closed) return void (await rows.end(turn, { ...body, state: 'interrupted' }));
    const stop = new AbortController();
    stops.set(turn.conversation, stop);
    const unsubscribe = bus.subscribe(subjects.conversation(turn.conversation), (hint) => {
      if (hint.kind === 'stopStream') stop.abort(new Stopped());
    });
    let rest = think(turn);
    const alive = setInterval(() => void turns.touch(turn).catch(onError), limits.streamCacheFor / 6);

    // One write at a time, and the last words in the last one.
    let writing: Promise<void> = Promise.resolve();
    let isDue = true;
    const write = () => {
      if (!isDue) return;
      isDue = false;
      const now = { ...body };
      writing = writing
        .then(async () => {
          turn = { ...turn, seq: await rows.write(turn, now) };
        })
        .catch(onError);
      setTimeout(() => {
        isDue = true;
        if (body.state === 'writing' && body.chunks > now.chunks) write();
      }, limits.answerWrittenEvery);
    };

    try {
      for await (const text of piecesOf(provider, await askOf(turn), { stop, limits })) {
        body.text += text;
        tell(turn, body.chunks, text);
        body.chunks += 1;
        write();
        rest();
        rest = () => {};
      }
      body.state = 'done';
    } catch (thrown) {
      const isStopped = thrown instanceof Stopped;
      if (closed || isStopped) body.state = closed ? 'interrupted' : 'stopped';
      else {
        const { state, fault, error } = endOf(thrown, body.text);
        Object.assign(body, { state, fault });
        if (error !== undefined) onError(error);
      }
      stop.abort(thrown);
    } finally {
      rest();
      clearInterval(alive);
      unsubscribe();
      if (stops.get(turn.conversation) === stop) stops.delete(turn.conversation);
    }
    await writing;
    tell(turn, body.chunks, '', true);
    await rows.end(turn, body);
  }

  /** After what this conversation is at. */
  function run(turn: AskedTurn): void {
    const before = running.get(turn.conversation) ?? Promise.resolve();
    // An answer that could not be kept is found by its age.
    const work = before.then(() => answer(turn)).catch(onError);
    running.set(turn.conversation, work);
    void work.then(() => running.get(turn.conversation) === work && running.delete(turn.conversation));
  }

  async function begin(asked: Question, how: 'begin' | 'again'): Promise<void> {
    try {
      const turn = await turns[how](asked);
      if (turn) run(turn);
    } catch (thrown) {
      if (!(thrown instanceof Exhausted)) throw thrown;
      await exhausted(asked);
    }
  }

  async function endAbandoned(since?: number): Promise<void> {
    for (const turn of await turns.abandoned(since)) {
      const written = await rows.read(turn);
      const body = written && readAnswer(decode('Content', written));
      await rows.end(turn, {
        text: '',
        chunks: 0,
        question: questionIn(turn),
        ...(body?.round === turn.round && body),
        round: turn.round,
        state: 'interrupted',
      });
    }
  }
  const looking = setInterval(() => void endAbandoned().catch(onError), limits.answersLookedEvery);
  looking.unref();
  if (aloneSince !== null) void endAbandoned(aloneSince).catch(onError);

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
    async ask(asked: Question, text: string): Promise<void> {
      await begin(asked, 'begin');
      // Remembered afterwards: an answer waits for nothing else.
      void memory
        .learn(
          { bot: asked.bot, person: asked.asker },
          { text, conversation: asked.conversation, message: asked.question },
        )
        .catch(onError);
    },

    /** Answers the last question anew. @throws Fault NO_MESSAGE when it is not the last one. */
    async again(asked: Omit<Question, 'question'> & { message: string }): Promise<void> {
      const { message, ...who } = asked;
      const question = await questionOf(asked);
      if (question === null) throw new Fault('NO_MESSAGE');
      stop(asked.conversation);
      await running.get(asked.conversation);
      await begin({ ...who, question }, 'again');
      // One that was never begun, for the day's answers were used up.
      await begin({ ...who, question }, 'begin');
    },

    stop,

    /** Writes a turn that was begun; resolves before it is there. */
    run,

    /** Ends what runs here; what came by then is kept. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(looking);
      for (const one of stops.values()) one.abort(new Stopped());
      await Promise.all(running.values());
    },
  };
}
