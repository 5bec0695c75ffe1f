// AI bots: creating and listing them, their memory, and their answers.
import { Fault } from '@amber/proto/faults';
import type { UpdateMemoryRequest } from '@amber/proto';
import { characters } from '../bots/bots.ts';
import { changedSince, checkText } from '../core/checks.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { ownVoiceCalls } from './ownVoiceCalls.ts';
import { spokenVoiceCalls } from './spokenVoiceCalls.ts';

const usageDays = 30;

export const aiBotCalls = (ports: HandlerPorts): CallsOf<'aiBot'> => {
  const {
    bots,
    memory,
    answers,
    previews,
    answerTurns,
    humanHandoff,
    agentDesk,
    botChats,
    provider,
    pictures,
    limits,
    clock,
  } = ports;
  const operations: Record<
    UpdateMemoryRequest['op'],
    (of: { bot: string; person: string }, request: UpdateMemoryRequest) => Promise<unknown>
  > = {
    add: (of, { memory: entry }) =>
      memory.add(of, {
        text: checkText(entry?.text ?? '', limits.memoryMax),
        conversation: entry?.conversationId ?? '',
        message: entry?.messageId ?? '',
      }),
    change: (of, { memory: entry }) => memory.change(of, entry?.id ?? '', entry?.text ?? ''),
    forget: (of, { memory: entry }) => memory.forget(of, entry?.id ?? ''),
    forgetAll: (of) => memory.forget(of),
    setRemembers: (of, { remembers }) => memory.setRemembers(of, remembers),
  };

  return {
    ...spokenVoiceCalls(ports),
    ...ownVoiceCalls(ports),

    async 'aiBot.queryAiBotList'({ updateTime }, { identifier }) {
      const found = await bots.changedSince(identifier, changedSince(updateTime, clock()));
      return {
        list: found.map((bot) => bots.toWire(bot, identifier, bot.readable)),
        updateTime: found.at(-1)?.updated_at ?? updateTime,
      };
    },

    async 'aiBot.getAiBot'({ aiBotId }, { identifier }) {
      return { aiBotInfo: bots.toWire(await bots.requireChatAccess(identifier, aiBotId), identifier) };
    },

    async 'aiBot.uploadPicture'({ picture }, { identifier }) {
      return { path: await pictures.add(identifier, picture) };
    },

    async 'aiBot.createUserClone'({ requestId, aiBotInfo }, { identifier }) {
      if (!aiBotInfo || aiBotInfo.type === 'assistant') throw new Fault('BAD_REQUEST');
      return { aiBotInfo: await bots.create(identifier, requestId, aiBotInfo) };
    },

    async 'aiBot.updateUserClone'({ aiBotInfo }, { identifier }) {
      return { aiBotInfo: await bots.update(identifier, aiBotInfo!) };
    },

    async 'aiBot.getAiBotCharacters'() {
      return { list: [...characters], models: [...provider.models], provider: provider.name };
    },

    async 'aiBot.getAllAiBackground'() {
      return { list: bots.backgrounds };
    },

    async 'aiBot.updateAiBotBackground'({ aiBotId, image }, { identifier }) {
      return { aiBotInfo: await bots.setBackground(identifier, aiBotId, image) };
    },

    'aiBot.getMemory': ({ aiBotId }, { identifier }) => memory.list({ bot: aiBotId, person: identifier }),

    async 'aiBot.updateMemory'(request, { identifier }) {
      const of = { bot: request.aiBotId, person: identifier };
      const operate = operations[request.op];
      if (!operate) throw new Fault('BAD_REQUEST');
      // Only notes about a bot that this person talks with are allowed; anything else would be unlimited storage.
      if (request.op === 'add' || request.op === 'setRemembers')
        await bots.requireChatAccess(identifier, request.aiBotId);
      await operate(of, request);
      return memory.list(of);
    },

    async 'aiBot.askAgain'({ conversationId, messageId }, { identifier }, { languages }) {
      const bot = await botChats.botOf(identifier, conversationId);
      await bots.requireChatAccess(identifier, bot);
      await answers.regenerate({ conversation: conversationId, bot, asker: identifier, message: messageId, languages });
    },

    async 'aiBot.stopStream'({ ConversationId }) {
      answers.stop(ConversationId);
    },

    async 'aiBot.customerServiceConnect'({ conversationId }, { identifier }) {
      return { conversation: await humanHandoff.requestHuman(identifier, conversationId) };
    },

    async 'aiBot.transformState'({ conversationId, state }, { identifier }) {
      if (typeof state !== 'string') throw new Fault('BAD_REQUEST');
      return {
        conversation: await (state === 'man' ? humanHandoff.requestHuman : humanHandoff.returnToBot)(
          identifier,
          conversationId,
        ),
      };
    },

    'aiBot.agentQueue': (_, { identifier }) => agentDesk.queue(identifier),

    'aiBot.agentTake': ({ conversationId }, { identifier }) => humanHandoff.take(identifier, conversationId),

    'aiBot.agentRelease': ({ conversationId }, { identifier }) => humanHandoff.release(identifier, conversationId),

    'aiBot.agentChat': ({ conversationId, beforeSeq }, { identifier }, { languages }) =>
      agentDesk.chat(identifier, { conversation: conversationId, beforeSeq, languages }),

    'aiBot.agentAnswer': ({ conversationId, id, text }, { identifier }) =>
      humanHandoff.answer(identifier, conversationId, id, text),

    'aiBot.agentNote': ({ conversationId, id, text }, { identifier }) =>
      agentDesk.note(identifier, conversationId, id, text),

    async 'aiBot.preview'({ requestId, aiBotInfo, said }, actor) {
      if (aiBotInfo) await previews.ask(actor, { requestId, aiBotInfo, said });
      else previews.stop(actor, requestId);
    },

    async 'aiBot.usage'(_, { identifier }) {
      return { days: await answerTurns.usage(identifier, usageDays), mostPerDay: await answerTurns.dailyQuota() };
    },
  };
};
