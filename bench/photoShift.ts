// B28: how far a chat's content moves while it opens at its photos.
import type { Page } from '@playwright/test';
import { startGateway } from './kit/gateway.ts';
import { chat, type Member, messageRow, openMember } from './kit/member.ts';
import { openChat } from './kit/openings.ts';
import { median, type Row } from './kit/row.ts';

const goal = 0.02;
const rounds = 5;
const textCount = 40;
/** Width and height of the photos at the end of the chat: landscape, portrait, panorama, and one of unknown size. */
const photos: readonly { width: number; height: number; isUnknown?: true }[] = [
  { width: 1600, height: 1200 },
  { width: 1200, height: 1600 },
  { width: 2400, height: 600 },
  { width: 1000, height: 1000, isUnknown: true },
  { width: 1600, height: 900 },
];

/** The cases: the photos are stored on the device before the chat is opened, or none of them is. */
const cases = { stored: true, absent: false };

const photoRow = (me: string, chatIndex: number, at: number) => {
  const row = messageRow(me, chatIndex, textCount + 1 + at, '');
  const { width, height, isUnknown } = photos[at]!;
  const body = {
    file: { key: '', uri: '', digest: '', preview: '' },
    name: `photo ${at}.jpg`,
    size: 100_000,
    mime: 'image/jpeg',
    ...(!isUnknown && { width, height }),
  };
  return { ...row, content: { ...row.content, type: 'image', message: JSON.stringify(body) } };
};

/** Runs in the page: stores a picture of the given size for each message. */
async function storePictures([database, pictures]: [string, { id: string; width: number; height: number }[]]) {
  const blobs = await Promise.all(
    pictures.map(async ({ width, height }, index) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.fillStyle = `hsl(${index * 70} 60% 50%)`;
      context.fillRect(0, 0, width, height);
      return canvas.convertToBlob({ type: 'image/jpeg' });
    }),
  );
  await new Promise<void>((resolve, reject) => {
    const open = indexedDB.open(database);
    open.onerror = () => reject(open.error);
    open.onsuccess = () => {
      const transaction = open.result.transaction('files', 'readwrite');
      for (const [index, { id }] of pictures.entries())
        transaction.objectStore('files').put({ id, key: '', state: 'here', blob: blobs[index]!, usedAt: Date.now() });
      transaction.oncomplete = () => resolve(open.result.close());
      transaction.onerror = () => reject(transaction.error);
    };
  });
}

/** Runs in the page: adds up every shift, also those right after a press, which the browser's own score leaves out. */
function watchShifts(): void {
  const shifts = { sum: 0 };
  Object.assign(globalThis, { __shifts: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift' });
}

/** Runs in the page: moves everything once, to prove that a shift is noticed. */
function shiftOnce(): Promise<void> {
  const block = document.createElement('div');
  block.style.height = '200px';
  const show = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return show()
    .then(() => document.body.prepend(block))
    .then(show)
    .then(() => block.remove());
}

const sumOfShifts = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { __shifts: { sum: number } }).__shifts.sum);

async function measureCase(member: Member, chatIndex: number, isStored: boolean): Promise<number> {
  const { page, identifier } = member;
  await member.fill(1, textCount, chatIndex);
  const rows = photos.map((_, at) => photoRow(identifier, chatIndex, at));
  await member.write('messages', rows);
  if (isStored)
    await page.evaluate(storePictures, [
      `amber-${identifier}`,
      rows.map(({ id }, at) => ({ id, width: photos[at]!.width, height: photos[at]!.height })),
    ] as [string, { id: string; width: number; height: number }[]]);
  const sums: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await openChat(page, 99);
    const before = await sumOfShifts(page);
    await openChat(page, chatIndex);
    if (isStored) await page.locator('[role=log] img').last().waitFor();
    await page.waitForTimeout(500);
    sums.push((await sumOfShifts(page)) - before);
  }
  if ((await page.locator('[role=log] article').last().textContent())?.includes(chat(99).name))
    throw new Error('the chat with photos is not open');
  return median(sums);
}

export const row: Row = {
  id: 'B28',
  description: 'open a chat that ends in photos: layout shift',
  goal: `≤ ${goal}`,
  async measure() {
    const gateway = await startGateway();
    const member = await openMember(gateway);
    try {
      await member.fill(1, 20, 99);
      await member.page.evaluate(watchShifts);
      await openChat(member.page, 99);
      const before = await sumOfShifts(member.page);
      await member.page.evaluate(shiftOnce);
      await member.page.waitForTimeout(200);
      if ((await sumOfShifts(member.page)) <= before) throw new Error('the browser reports no layout shift');
      const shifts: Record<string, number> = {};
      for (const [index, [name, isStored]] of Object.entries(cases).entries())
        shifts[name] = await measureCase(member, index, isStored);
      return {
        value: Object.entries(shifts)
          .map(([name, shift]) => `${name} ${shift.toFixed(4)}`)
          .join('; '),
        met: Object.values(shifts).every((shift) => shift <= goal),
        figures: shifts,
      };
    } finally {
      await member.close();
      await gateway.close();
    }
  },
};
