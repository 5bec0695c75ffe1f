// Keeps which moment was at the top of a page, and how much of a feed was read, while one is elsewhere.
import type { Blog } from '@amber/proto';
import { type RefObject, useLayoutEffect } from 'react';

interface ScrollPosition {
  /** Of the first moment in sight; empty above all of them. */
  blogId: string;
  /** Where its top was: pixels below the page's. Without a moment, how far the page was scrolled. */
  offset: number;
}

const positions = new Map<string, ScrollPosition>();

/** How many pixels a moment took when it was on screen. */
const heights = new Map<string, number>();
/** Of one that was not: some lines, or a picture. */
const estimatedHeight = { words: 150, pictures: 480 };
const gap = 12;

/** How many pixels these are taken for until they are drawn. */
export const heightOf = (blogs: readonly (Pick<Blog, 'blogId'> & Partial<Pick<Blog, 'pictures'>>)[]): number =>
  blogs.reduce(
    (sum, { blogId, pictures = [] }) =>
      sum + gap + (heights.get(blogId) ?? (pictures.length > 0 ? estimatedHeight.pictures : estimatedHeight.words)),
    0,
  );

/** Where a feed was left. */
export const savedPostId = (name: string): string => positions.get(name)?.blogId ?? '';

/** The element around this one that scrolls. */
export function scrollerOf(element: Element | null): Element | null {
  let found = element;
  while (found && !/auto|scroll/.test(getComputedStyle(found).overflowY)) found = found.parentElement;
  return found;
}

const cardsOf = (section: Element) => [...section.querySelectorAll<HTMLElement>('article[data-blog]')];

/** Scrolls to where the page called `name` was left, as soon as it is `ready`, and notes the place when it goes. */
export function useScrollRestoration(name: string, container: RefObject<Element | null>, ready: boolean): void {
  useLayoutEffect(() => {
    const section = ready ? container.current : null;
    const scroller = scrollerOf(section);
    if (!section || !scroller) return;
    const topOf = (element: Element) => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    const { blogId, offset } = positions.get(name) ?? { blogId: '', offset: 0 };
    const card = blogId && cardsOf(section).find(({ dataset }) => dataset['blog'] === blogId);
    scroller.scrollTop = card ? scroller.scrollTop + topOf(card) - offset : offset;
    return () => {
      const cards = cardsOf(section);
      for (const { dataset, offsetHeight } of cards) heights.set(dataset['blog']!, offsetHeight);
      const first = cards.find((one) => topOf(one) + one.offsetHeight > 0);
      const isAbove = !first || (topOf(first) > 0 && first === cards[0]);
      positions.set(
        name,
        isAbove ? { blogId: '', offset: scroller.scrollTop } : { blogId: first.dataset['blog']!, offset: topOf(first) },
      );
    };
  }, [name, container, ready]);
}
