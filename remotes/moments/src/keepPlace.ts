// Keeps how far a page was scrolled while one is elsewhere.
import { type RefObject, useEffect, useLayoutEffect } from 'react';

const places = new Map<string, number>();

/** The element around this one that scrolls. */
export function scrollerOf(element: Element | null): Element | null {
  let found = element;
  while (found && !/auto|scroll/.test(getComputedStyle(found).overflowY)) found = found.parentElement;
  return found;
}

/** Scrolls to where the page called `name` was left, as soon as it is `ready`. */
export function useKeptPlace(name: string, within: RefObject<Element | null>, ready: boolean): void {
  useLayoutEffect(() => {
    const scroller = ready ? scrollerOf(within.current) : null;
    if (scroller) scroller.scrollTop = places.get(name) ?? 0;
  }, [name, within, ready]);
  useEffect(() => {
    const scroller = ready ? scrollerOf(within.current) : null;
    if (!scroller) return;
    const keep = () => void places.set(name, scroller.scrollTop);
    scroller.addEventListener('scroll', keep, { passive: true });
    return () => scroller.removeEventListener('scroll', keep);
  }, [name, within, ready]);
}
