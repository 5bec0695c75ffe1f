// B13: whether the row being read keeps its position while the chat grows above, below and within.
import { type Frame, idsAboveViewport, scrollFrames } from '../e2e/kit/frames.ts';
import { startGateway } from './kit/gateway.ts';
import { chat, type Member, messageRow, openMember } from './kit/member.ts';
import { generatedText } from './kit/messageText.ts';
import { openChat } from './kit/openings.ts';
import type { Row } from './kit/row.ts';

const olderCount = 60;
/** Less than a page, so that the messages before them are shown as soon as they are loaded. */
const loadedCount = 45;
const goal = 1;
const tallText = Array.from({ length: 12 }, (_, line) => `line ${line} of a text that has grown`).join('\n');

/** The chat that is read, the scroll speed, and the changes meanwhile. */
interface ScrollCase {
  step: number;
  frames: number;
  /**
   * Besides loading older messages: rows above grow after they have arrived, or newer ones arrive at the same moment.
   */
  grow?: true;
  arrive?: true;
}

const cases = {
  rest: { step: 0, frames: 120 },
  fling: { step: 24, frames: 120 },
  'late heights, at rest': { step: 0, frames: 150, grow: true },
  'late heights, flinging': { step: 24, frames: 150, grow: true },
  'new messages, at rest': { step: 0, frames: 120, arrive: true },
  'new messages, flinging': { step: 24, frames: 120, arrive: true },
} satisfies Record<string, ScrollCase>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Each case has its own chat, whose first message here has this seq. */
const firstSeq = 10_000;

async function measureCase(
  member: Member,
  index: number,
  { step, frames, grow, arrive }: ScrollCase,
): Promise<Frame[]> {
  const rows = (from: number, count: number, text = generatedText) =>
    Array.from({ length: count }, (_, at) => messageRow(member.identifier, index, from + at, text(from + at)));
  await member.fill(1, 0, index);
  await member.write('messages', rows(firstSeq, loadedCount));
  await openChat(member.page, index);
  // Far from the end, where the list sticks to the newest message, and from the beginning.
  await member.page.evaluate(() => {
    document.querySelector('[role=log]')!.scrollTop -= 500;
  });
  await pause(300);
  const measuring = member.page.evaluate(scrollFrames, { frames, step, look: true });
  await pause(200);
  await member.write('messages', rows(firstSeq - olderCount, olderCount));
  if (arrive) await member.write('messages', rows(firstSeq + loadedCount, 5));
  if (grow) {
    await pause(400);
    // Images that finish loading out of view grow like this.
    const above = await member.page.evaluate(idsAboveViewport, step * 5);
    if (above.length === 0) throw new Error('no row is out of sight');
    await member.write(
      'messages',
      above.slice(-3).map((id) => messageRow(member.identifier, index, Number(id.split('-')[2]), tallText)),
    );
  }
  return measuring;
}

export const row: Row = {
  id: 'B13',
  description: 'prepend 60 older messages: how far the row that is read moves',
  goal: `≤ ${goal} px in every frame`,
  async measure() {
    const gateway = await startGateway();
    const member = await openMember(gateway);
    try {
      await member.fill(1, 20, 99);
      const moved: Record<string, number> = {};
      for (const [at, [name, one]] of Object.entries(cases).entries()) {
        const frames = await measureCase(member, at, one);
        if (!frames.some(({ grown }) => grown > olderCount * 20))
          throw new Error(`${name}: nothing older came in (${chat(at).id})`);
        moved[name] = Math.max(...frames.map((frame) => frame.moved));
      }
      return {
        value:
          Object.entries(moved)
            .map(([name, most]) => `${name} ${most.toFixed(1)}`)
            .join('; ') + ' px',
        met: Object.values(moved).every((most) => most <= goal),
        figures: moved,
      };
    } finally {
      await member.close();
      await gateway.close();
    }
  },
};
