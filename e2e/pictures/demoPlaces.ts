// The addresses of the demo's world, read from its pages.
import type { Page } from '@playwright/test';
import type { Places } from '../kit/screens.ts';

export async function demoPlaces(page: Page, url: string): Promise<Places> {
  /** Opens a page, and returns the last part of the address that a link of this name leads to. */
  const idBehind = async (path: string, name: string | RegExp): Promise<string> => {
    await page.goto(new URL(path, url).href);
    const href = await page.getByRole('link', { name }).first().getAttribute('href');
    return href!.split(/[/=]/).at(-1)!;
  };
  const space = await idBehind('channels/me', /^Early Computing/);
  return {
    group: await idBehind('channels/me', /^Analytical Engine Club/),
    chat: await idBehind('channels/me', /^Grace Hopper/),
    space,
    room: await idBehind(`channels/${space}`, /^General/),
    person: await idBehind('contacts', /^Grace Hopper/),
    bot: await idBehind('ai', /^Analytical Engine/),
    moment: await page
      .goto(new URL('moments', url).href)
      .then(() =>
        page.locator('a[href*="/moments/"]:not([href*="/by/"], [href$="/news"])').first().getAttribute('href'),
      )
      .then((href) => href!.split('/').at(-1)!),
    campaign: 'loom',
  };
}
