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
import type { Synthesizer } from '../textToSpeech/synthesizer.ts';
import { createBotChats } from './botChats.ts';
import { createAnswerTurns } from './answerTurns.ts';

interface BotPorts extends Pick<MessageServices, 'membership' | 'notices' | 'fanout'> {
  pictures: Pictures;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
  synthesizer: Pick<Synthesizer, 'voices' | 'host'>;
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
  base: GatewayBase,
  { membership, notices, fanout, pictures, operators, synthesizer }: BotPorts,
  { ai, provider: providerOverride, soleGatewaySince, avatars, banners }: BotOptions,
) {
  const { limits, onClose, onSweep } = base;
  const provider = providerOverride ?? (ai ? createOpenAiProvider(ai, limits) : createBuiltInProvider(base));
  const answerTurns = createAnswerTurns(base);
  onSweep(answerTurns.dropOld);
  const bots = createBots({ ...base, notices, provider, synthesizer, pictures, operators, avatars, banners });
  const botChats = createBotChats({ ...base, membership, bots });
  const memory = createMemory({ ...base, notices });
  const rows = createAnswerRows(base);
  const answers = createAnswers({ ...base, provider, bots, memory, notices, answerTurns, rows, soleGatewaySince });
  onClose(answers.close);
  const previews = createPreviews({ ...base, provider, bots, answerTurns });
  onClose(previews.close);
  const { isConnected } = fanout;
  const humanHandoff = createHumanHandoff({ ...base, notices, bots, botChats, answers, operators, isConnected });
  onClose(humanHandoff.close);
  onClose(createMates({ ...base, answerTurns, answers }).close);
  const agentDesk = createAgentDesk({ ...base, bots, humanHandoff });
  return { provider, answerTurns, bots, botChats, memory, answers, previews, humanHandoff, agentDesk };
}
