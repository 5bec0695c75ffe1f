// The responder that comes with the gateway: rules, no language model. It says so, and does simple things well.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { chineseRules, firstChinese } from './builtInChinese.ts';
import { englishRules, firstEnglish } from './builtInEnglish.ts';
import type { Ask, Provider } from './provider.ts';

const chinese = /\p{Script=Han}/u;

/** The answer to the last turn, in its language. */
export function answerOf(ask: Ask, now: Date): string {
  const said = ask.turns.filter(({ by }) => by === 'person').map(({ text }) => text);
  const question = said.at(-1)?.trim() ?? '';
  const asked = { ...ask, question, before: said.slice(0, -1), now };
  if (ask.first) return (chinese.test(said.join('')) ? firstChinese : firstEnglish)(ask);
  for (const rule of chinese.test(question) ? chineseRules : englishRules) {
    const answer = rule(asked);
    if (answer !== null) return answer;
  }
  return '';
}

/** Words with the space after them; of Chinese, two characters. */
const pieces = /\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+\s*|\s+/gu;

/** `every`: milliseconds between two words. */
export function createBuiltInProvider({ clock, every = 30 }: { clock: Clock; every?: number }): Provider {
  return {
    name: 'Amber',
    models: ['built-in'],
    async *stream(ask) {
      for (const piece of answerOf(ask, new Date(clock())).match(pieces) ?? []) {
        yield piece;
        await sleep(every, undefined, { signal: ask.signal });
      }
    },
  };
}
