// Answers of bots that are still drafts: streamed to the requesting device, charged, and never stored.
import type { AiBotInfo, RobotMessage } from '@amber/proto';
import type { AnswerFault, AnswerState } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkText } from '../core/checks.ts';
import { subjects } from '../core/bus.ts';
import { createRepublisher } from '../core/republisher.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { Bots } from './bots.ts';
import { fitToBudget } from './context.ts';
import { Stopped, streamPieces } from './provider/pieces.ts';
import { outcomeOf, type Provider } from './provider/provider.ts';
import { QuotaExceeded, type AnswerTurns } from './answerTurns.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface PreviewPorts extends Pick<GatewayBase, 'db' | 'bus' | 'limits' | 'onError'> {
  provider: Provider;
  bots: Pick<Bots, 'validateDraft'>;
  answerTurns: Pick<AnswerTurns, 'chargePreview'>;
}

export interface PreviewInput {
  requestId: string;
  aiBotInfo: AiBotInfo;
  /** Alternating turns; the last one is the person's. */
  said: readonly string[];
}

export function createPreviews({ db, bus, limits, provider, bots, answerTurns, onError }: PreviewPorts) {
  // A page waits for so long.
  const republisher = createRepublisher({ bus, retainFor: limits.previewFor });
  const running = new Set<{ stop: AbortController; ended: Promise<void> }>();

  /** The provider gets only the draft and the preview's own turns. */
  async function buildRequest({ identifier }: Actor, { aiBotInfo, said }: PreviewInput) {
    const { type, name, model, characters, about } = bots.validateDraft(aiBotInfo);
    if (said.length === 0 || said.at(-1)!.trim() === '') throw new Fault('BAD_REQUEST');
    const texts = said.flatMap((text, at) => {
      const by = (said.length - 1 - at) % 2 === 0 ? ('person' as const) : ('bot' as const);
      return text.trim() === '' ? [] : [{ by, text: by === 'bot' ? text : checkText(text, limits.textMax) }];
    });
    const { last_name: person } = await db
      .selectFrom('person')
      .select('last_name')
      .where('identifier', '=', identifier)
      .executeTakeFirstOrThrow();
    const bot = { name, type, ownerName: person, characters, about };
    return { ...fitToBudget(texts, limits.contextTokens), model, person, bot, memories: [] };
  }

  async function answer(
    { identifier, device }: Actor,
    id: string,
    { ask, stop }: { ask: Awaited<ReturnType<typeof buildRequest>>; stop: AbortController },
  ): Promise<void> {
    let number = 0;
    let fullText = '';
    const publishChunk = (text: string, end?: { state: AnswerState; fault?: AnswerFault | undefined }) => {
      const { state = '', fault = '' } = end ?? {};
      const chunk: RobotMessage = {
        conversationId: '',
        id,
        round: 0,
        number,
        kind: 'text',
        text,
        streamFirst: number === 0,
        streamEnd: end !== undefined,
        state,
        fault,
      };
      // The last chunk has the whole text, so it replaces the others.
      const hint = { kind: 'preview', chunk, device } as const;
      republisher.publish(id, subjects.person(identifier), hint, { add: !chunk.streamEnd });
      number += 1;
    };
    const timeout = setTimeout(() => stop.abort(new Stopped()), limits.previewFor);
    const unsubscribe = bus.subscribe(subjects.person(identifier), (hint) => {
      // A person has one preview at a time: a new one aborts the previous one.
      if (hint.kind === 'stopPreview' && (hint.id === id) !== hint.others) stop.abort(new Stopped());
    });
    bus.publish(subjects.person(identifier), { kind: 'stopPreview', id, others: true });
    try {
      for await (const text of streamPieces(provider, ask, { stop, limits })) {
        fullText += text;
        publishChunk(text);
      }
      publishChunk(fullText, { state: 'done' });
    } catch (thrown) {
      const { error, ...end } = thrown instanceof Stopped ? { state: 'stopped' as const } : outcomeOf(thrown, fullText);
      if (error !== undefined) onError(error);
      publishChunk(fullText, end);
      stop.abort(thrown);
    } finally {
      clearTimeout(timeout);
      unsubscribe();
    }
  }

  return {
    /** Starts a preview and resolves before its answer is complete. A repeated call does nothing. */
    async ask(actor: Actor, input: PreviewInput): Promise<void> {
      const { requestId: id } = input;
      checkMessageId(id);
      const ask = await buildRequest(actor, input);
      const isNew = await answerTurns.chargePreview(actor.identifier, id).catch((thrown: unknown) => {
        throw thrown instanceof QuotaExceeded ? new Fault('ANSWERS_USED_UP') : thrown;
      });
      if (!isNew) return;
      const stop = new AbortController();
      const run = { stop, ended: answer(actor, id, { ask, stop }).catch(onError) };
      running.add(run);
      void run.ended.then(() => running.delete(run));
    },

    stop: ({ identifier }: Actor, id: string): void =>
      bus.publish(subjects.person(identifier), { kind: 'stopPreview', id, others: false }),

    async close(): Promise<void> {
      for (const { stop } of running) stop.abort(new Stopped());
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}
