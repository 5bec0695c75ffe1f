// The responder that comes with the gateway: rules, no language model. It says so, and does simple things well.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { chineseRules, greetingChinese } from './builtInChinese.ts';
import { englishRules, greetingEnglish } from './builtInEnglish.ts';
import type { ProviderRequest, Provider } from './provider.ts';

const chinese = /\p{Script=Han}/u;

/** The answer to the last turn, in its language. */
export function answerOf(request: ProviderRequest, now: Date): string {
  const personTexts = request.turns.filter(({ by }) => by === 'person').map(({ text }) => text);
  const question = personTexts.at(-1)?.trim() ?? '';
  const input = { ...request, question, before: personTexts.slice(0, -1), now };
  if (request.first) return (chinese.test(personTexts.join('')) ? greetingChinese : greetingEnglish)(request);
  for (const rule of chinese.test(question) ? chineseRules : englishRules) {
    const answer = rule(input);
    if (answer !== null) return answer;
  }
  return '';
}

/** Words with the space after them; of Chinese, two characters. */
const piecePattern = /\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+\s*|\s+/gu;

/** `every`: milliseconds between two words. */
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
