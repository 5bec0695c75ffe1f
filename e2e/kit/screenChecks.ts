// What a browser test checks on any screen: that nothing is untranslated or cut off, and nothing overflows.
import type { Page } from '@playwright/test';
import { languageStorageKey } from '@amber/words/languages';

/** A feature has the title of its manifest, in the languages that this has. */
const titles = ['Chats', 'Spaces', 'AI', 'Moments', 'Airdrop', 'Contacts', 'Calls'];

/** The server's own names, in the language of the person who set it up. */
const seeded = [
  'Welcome',
  'General',
  'Help',
  'Amber Assistant',
  'News from the people who run this server, and a place to say hello.',
];
/** Names that every language writes the same way: of products, and of the voices. */
const brands = ['English', 'Chrome', 'Linux', 'Amber', 'Clara', 'David', 'Emma', 'Martin'];
/** On the page for operators: the names of remotes, their paths and titles, and values of the configuration. */
export const technicalWords = [
  ...titles,
  ...['channels', 'moments', 'airdrop', 'contacts', 'calls', 'spaces', 'chat', 'ai', 'me'].flatMap((word) => [
    `/${word}`,
    word,
  ]),
  'console',
  'gateway',
  'built-in',
];

/** Switches the language, from the next page on. */
export const setLanguage = (page: Page, language: string) =>
  page.evaluate(([key, id]) => localStorage.setItem(key!, id!), [languageStorageKey, language]);

/** Shows the page in a theme until it is reloaded. */
export const setTheme = (page: Page, theme: string) =>
  page.evaluate((to) => {
    document.documentElement.dataset['theme'] = to;
  }, theme);

/** Goes to an address inside the app, as a link does. */
export const navigateInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', `/chat${to}`);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/**
 * This page's untranslated text, and the catalogue sentences that are cut off. A pseudo-sentence has no Latin letters
 * and ends in `~`. Codes and names are exempt: elements marked as such, code, and `known`; so is what the server writes in English.
 */
export const findUntranslated = (page: Page, known: readonly string[]) =>
  page.evaluate(
    ([names, ofManifests]) => {
      const wrong = new Set<string>();
      const isLatin = (text: string | null) => {
        let rest = text ?? '';
        for (const name of names) rest = rest.replaceAll(name, '');
        return /[A-Za-z]{2,}/.test(rest);
      };
      const isTitle = (text: string | null) => ofManifests.includes(text!.trim());
      const skipped = '[lang="en"], [translate="no"], code, kbd, script, style, [hidden], textarea, input';
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (element.closest('[translate="no"], code, script, style') || !element.checkVisibility()) continue;
        for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description']) {
          const label = element.getAttribute(attribute);
          if (isLatin(label) && !isTitle(label)) wrong.add(`${attribute}: ${label}`);
        }
        if (element.matches(skipped)) continue;
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        for (const { textContent } of own)
          if (isLatin(textContent) && !isTitle(textContent)) wrong.add(`text: ${textContent}`);
        const isSentence = own.some(({ textContent }) => textContent!.includes('~'));
        const { overflowX, overflowY, clip, webkitLineClamp } = getComputedStyle(element);
        const isShown = clip === 'auto' && element.clientWidth > 1;
        // The description of a space, of which a card shows the first lines.
        const isExcerpt = webkitLineClamp !== 'none';
        const cut =
          (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
          (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2);
        const isDrawing = element.closest('[aria-hidden="true"]') !== null;
        if (isSentence && isShown && cut && !isDrawing && !isExcerpt) wrong.add(`cut off: ${element.textContent}`);
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) wrong.add(`the page is ${scrollWidth - clientWidth} px too wide`);
      return [...wrong];
    },
    [[...seeded, ...brands, ...known], titles] as const,
  );

/** Elements that overflow the window at a side, or scroll sideways. */
export const findHorizontalOverflow = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const called = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}`;
    const all = [...document.querySelectorAll('body *')];
    const scrolled = all.filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX),
    );
    const outside = all.filter((element) => {
      if (!element.matches('a, button, input, textarea, h1, h2, h3, p, li') || !element.checkVisibility()) return false;
      const { left, right, width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1 && (left < -1 || right > width + 1);
    });
    return [
      ...(document.documentElement.scrollWidth > width ? ['the page is too wide'] : []),
      ...scrolled.map((element) => `${called(element)} scrolls`),
      ...outside.map((element) => `${called(element)} is outside`),
    ];
  });
