// The addresses of the demo's world, read from its pages.
import type { Page } from '@playwright/test';
import type { Places } from '../kit/screens.ts';

export async function demoPlaces(page: Page, url: string): Promise<Places> {
  /** Opens a page, and returns the last part of the address that a link of this name or selector leads to. */
  const idBehind = async (path: string, find: RegExp | string): Promise<string> => {
    await page.goto(new URL(path, url).href);
    const link = typeof find === 'string' ? page.locator(find) : page.getByRole('link', { name: find });
    const href = await link.first().getAttribute('href');
    return href!.split(/[/=]/).at(-1)!;
  };
  const space = await idBehind('channels/me', /^Early Computing/);
  return {
    group: await idBehind('channels/me', /^Analytical Engine Club/),
    chat: await idBehind('channels/me', /^Grace Hopper/),
    space,
    room: await idBehind(`channels/${space}`, /^General/),
    person: await idBehind('contacts', /^Grace Hopper/),
    bot: await idBehind(`ai/${await idBehind('ai', /^Analytical Engine/)}?details`, 'a[href*="?bot="]'),
    moment: await idBehind('moments', 'a[href*="/moments/"]:not([href*="/by/"], [href$="/news"])'),
    campaign: 'loom',
  };
}
