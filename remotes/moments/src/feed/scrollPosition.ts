// Saves the scroll position of a page and the length of its feed while another page is open.
import type { Blog } from '@amber/proto';
import { type RefObject, useLayoutEffect } from 'react';

interface ScrollPosition {
  /** The first visible moment; empty if the position is above all of them. */
  blogId: string;
  /** The distance of its top from the page's top, in pixels. Without a moment, the scroll offset of the page. */
  offset: number;
}

const positions = new Map<string, ScrollPosition>();

/** The measured height of each moment, in pixels. */
const heights = new Map<string, number>();
/** Estimated heights in pixels of moments that were never on screen: with text only, or with pictures. */
const estimatedHeight = { words: 150, pictures: 480 };
const gap = 12;

/** Returns the estimated height in pixels until they are rendered. */
export const heightOf = (blogs: readonly (Pick<Blog, 'blogId'> & Partial<Pick<Blog, 'pictures'>>)[]): number =>
  blogs.reduce(
    (sum, { blogId, pictures = [] }) =>
      sum + gap + (heights.get(blogId) ?? (pictures.length > 0 ? estimatedHeight.pictures : estimatedHeight.words)),
    0,
  );

/** Returns the id of the moment at the top when the feed was left; empty if there is none. */
export const savedPostId = (name: string): string => positions.get(name)?.blogId ?? '';

/** Returns the nearest scrolling ancestor. */
export function scrollerOf(element: Element | null): Element | null {
  let found = element;
  while (found && !/auto|scroll/.test(getComputedStyle(found).overflowY)) found = found.parentElement;
  return found;
}

const cardsOf = (section: Element) => [...section.querySelectorAll<HTMLElement>('article[data-blog]')];

/**
 * Restores the scroll position of the page `name` once it is `ready`, and saves the position when the component
 * unmounts.
 */
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
