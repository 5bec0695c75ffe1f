// The visitor's AI companion, and what was said to it.
import type { DemoPerson } from './demoPerson.ts';

/** The gateway's built-in responder answers these without a language model. */
const questions = ['What can you do?', 'What is 12 times 7?'];

/** Creates a companion of this person and asks it the questions. */
export async function seedBots(owner: DemoPerson): Promise<void> {
  const { list } = await owner.call('user.preparedAvatar', {});
  const { aiBotInfo } = await owner.call('aiBot.createUserClone', {
    requestId: 'demoBot'.padEnd(24, '0'),
    aiBotInfo: {
      type: 'mate',
      name: 'Analytical Engine',
      avatar: list[5 % list.length] ?? '',
      opening: 'I weave algebraic patterns. Ask me for a sum, or how Amber works.',
    },
  });
  for (const question of questions) await owner.askBot(aiBotInfo!.aiBotId, question);
}
