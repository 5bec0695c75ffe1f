// Opens a chat from the list repeatedly, in one account or alternating between several.
import type { CDPSession, Page } from '@playwright/test';
import { chat, type Member } from './member.ts';
import { generatedText } from './messageText.ts';

export interface Opening {
  /** Milliseconds from the click to the frame that shows the newest message. */
  wall: number;
  /** Milliseconds of main-thread work until the page is quiet again. */
  cpu: number;
  /** Bytes in use by the page's JavaScript while the chat is open, garbage collected. */
  heap: number;
}

const rounds = 11;
/** After this many idle milliseconds all work of an opening is done. */
const idleTime = 300;

/** Runs in the page: records when the link is pressed, and when the text first appears in the timeline. */
function watchOpening(text: string): void {
  const marks = { pressed: 0, shown: 0 };
  Object.assign(globalThis, { __opening: marks });
  addEventListener(
    'click',
    () => {
      marks.pressed = performance.now();
    },
    { capture: true, once: true },
  );
  const look = () => {
    const last = [...document.querySelectorAll('[role=log] article')].at(-1);
    const bottom = document.querySelector('[role=log]')?.getBoundingClientRect().bottom ?? 0;
    // A row that has not been measured yet is in the document, but hidden.
    const isShown =
      last?.textContent?.includes(text) &&
      getComputedStyle(last).visibility === 'visible' &&
      last.getBoundingClientRect().top < bottom;
    if (isShown)
      requestAnimationFrame(() => {
        marks.shown = performance.now();
      });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Seconds of main-thread work so far. */
export const taskSeconds = async (devtools: CDPSession): Promise<number> =>
  (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;

/** Opens a generated chat by its link; the page is quiet when this resolves. */
export async function openChat(page: Page, index: number): Promise<void> {
  await page.evaluate(
    (name) =>
      [...document.querySelectorAll<HTMLElement>('nav[aria-label="Conversations"] a')]
        .find((link) => link.textContent?.includes(name))!
        .click(),
    `${chat(index).name}`,
  );
  await page.locator('[role=log] article').last().waitFor();
  await page.waitForTimeout(idleTime);
}

async function openOnce(member: Member, index: number, messages: number): Promise<Opening> {
  const { page, devtools } = member;
  await devtools.send('HeapProfiler.collectGarbage');
  await page.evaluate(watchOpening, generatedText(messages));
  const before = await taskSeconds(devtools);
  await openChat(page, index);
  await page.waitForFunction(() => (globalThis as unknown as { __opening: { shown: number } }).__opening.shown > 0);
  const { pressed, shown } = await page.evaluate(
    () => (globalThis as unknown as { __opening: { pressed: number; shown: number } }).__opening,
  );
  await page.waitForTimeout(idleTime);
  const after = await taskSeconds(devtools);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { wall: shown - pressed, cpu: (after - before) * 1000, heap: usedSize };
}

/** Opens the first generated chat, of this many messages, from another one; once in each account, then again. */
export async function measureOpenings(members: readonly Member[], messages: number): Promise<Opening[][]> {
  const openings = members.map((): Opening[] => []);
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const [index, member] of members.entries()) {
      await openChat(member.page, 1);
      const opening = await openOnce(member, 0, messages);
      if (round > 0) openings[index]!.push(opening); // round 0 is a warm-up
    }
  }
  return openings;
}
