// Touches an element of a page as a finger does.
import type { Locator, Page } from '@playwright/test';

/** Waits until the finger would reach the element: a virtualized list takes no touches while it scrolls. */
const isSteadilyUnderFinger = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      const { left, top } = element.getBoundingClientRect();
      frames = element.contains(document.elementFromPoint(left + 20, top + 12)) ? frames + 1 : 0;
      if (frames === 6) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });

/** A finger touches this element, moves by `across`, and is lifted after a while. */
export async function touch(page: Page, element: Locator, { across = 0, held = 0 }): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await element.evaluate(isSteadilyUnderFinger);
  const box = (await element.boundingBox())!;
  const from = { x: Math.round(box.x + 20), y: Math.round(box.y + 12) };
  const cdp = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await send('touchStart', from);
  for (let step = 1; step <= 8 && across !== 0; step += 1)
    await send('touchMove', { x: Math.round(from.x + (across * step) / 8), y: from.y });
  await page.waitForTimeout(held);
  await send('touchEnd');
  await cdp.detach();
}
