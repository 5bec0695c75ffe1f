// The services of bots: answers, memory, previews, and the handoff to humans.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { createAgentDesk } from './agentDesk.ts';
import { createAnswerRows } from './answerRows.ts';
import { createAnswers } from './answers.ts';
import { createBots } from './bots.ts';
import { createHumanHandoff } from './humanHandoff.ts';
import { createMates } from './mates.ts';
import { createMemory } from './memory.ts';
import { createPreviews } from './previews.ts';
import { createBuiltInProvider } from './provider/builtIn.ts';
import { type AiSettings, createOpenAiProvider } from './provider/openAi.ts';
import type { Provider } from './provider/provider.ts';
import { createBotChats } from './botChats.ts';
import { createAnswerTurns } from './answerTurns.ts';

interface BotPorts extends Pick<MessageServices, 'membership' | 'notices' | 'fanout'> {
  pictures: Pictures;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
}

interface BotOptions {
  /** The AI service to call; without it the built-in responder answers. */
  ai: AiSettings | undefined;
  /** Replaces the provider in tests. */
  provider: Provider | undefined;
  /** The time since which no other gateway has used this database; null where one may. */
  soleGatewaySince: number | null;
  /** Paths of the predefined pictures. */
  avatars: string[];
  banners: string[];
}

export function createBotServices(
  { db, bus, clock, limits, onError, onClose, onSweep }: GatewayBase,
  { membership, notices, fanout, pictures, operators }: BotPorts,
  { ai, provider: providerOverride, soleGatewaySince, avatars, banners }: BotOptions,
) {
  const provider = providerOverride ?? (ai ? createOpenAiProvider(ai, limits) : createBuiltInProvider({ clock }));
  const answerTurns = createAnswerTurns({ db, clock, limits });
  onSweep(answerTurns.dropOld);
  const bots = createBots({ db, clock, limits, notices, provider, pictures, operators, avatars, banners });
  const botChats = createBotChats({ db, clock, membership, bots });
  const memory = createMemory({ db, clock, limits, notices });
  const answers = createAnswers({
    db,
    bus,
    limits,
    provider,
    bots,
    memory,
    notices,
    answerTurns,
    rows: createAnswerRows({ db, bus, clock }),
    soleGatewaySince,
    onError,
  });
  onClose(answers.close);
  const previews = createPreviews({ db, bus, limits, provider, bots, answerTurns, onError });
  onClose(previews.close);
  const humanHandoff = createHumanHandoff({
    db,
    bus,
    clock,
    limits,
    notices,
    bots,
    botChats,
    answers,
    operators,
    isConnected: fanout.isConnected,
    onError,
  });
  onClose(humanHandoff.close);
  onClose(createMates({ db, clock, limits, answerTurns, answers, onError }).close);
  const agentDesk = createAgentDesk({ db, clock, limits, bots, humans: humanHandoff });
  return {
    provider,
    answerTurns,
    bots,
    robotChats: botChats,
    memory,
    answers,
    previews,
    humans: humanHandoff,
    agentDesk,
  };
}
