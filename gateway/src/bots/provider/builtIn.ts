// The gateway's built-in responder: rules instead of a language model. It says so, and handles simple requests.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { chinese } from './builtInChinese.ts';
import { english } from './builtInEnglish.ts';
import type { ProviderRequest, Provider } from './provider.ts';
import { applyRules } from './rules.ts';

const languageOf = (text: string) => (/\p{Script=Han}/u.test(text) ? chinese : english);

/** Answers the last turn, in that turn's language. */
export function answerOf(request: ProviderRequest, now: Date): string {
  const personTexts = request.turns.filter(({ by }) => by === 'person').map(({ text }) => text);
  if (request.first) return languageOf(personTexts.join('')).greeting(request);
  const question = personTexts.at(-1)?.trim() ?? '';
  return applyRules(languageOf(question), { ...request, question, before: personTexts.slice(0, -1), now });
}

/** A word with its trailing space; in Chinese, one or two characters. */
const piecePattern = /\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+\s*|\s+/gu;

/** `delay`: milliseconds between two pieces. */
export function createBuiltInProvider({ clock, delay = 30 }: { clock: Clock; delay?: number }): Provider {
  return {
    name: 'Amber',
    models: ['built-in'],
    async *stream(request) {
      for (const piece of answerOf(request, new Date(clock())).match(piecePattern) ?? []) {
        yield piece;
        await sleep(delay, undefined, { signal: request.signal });
      }
    },
  };
}
