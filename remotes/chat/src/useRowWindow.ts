// Keeps only those rows of a long list in the document that are seen or that the keyboard reaches next.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Rows beyond the visible ones at each end, and the number of rows by which the window moves. */
const [margin, step] = [8, 4];

/** The number of rows in sight, until it has been measured. */
const typicalSize = 16;

interface RowWindow {
  /** The element that scrolls, and the list in it. */
  scroll: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLUListElement | null>;
  /** The positions of the rows to render, in order. */
  shown: readonly number[];
}

/** All rows have the same height. The first row, the last one and those at `alwaysRendered` are rendered wherever they are. */
export function useRowWindow(count: number, rowHeight: number, alwaysRendered: readonly number[]): RowWindow {
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [first, setFirst] = useState(0);
  const [size, setSize] = useState(typicalSize);
  useEffect(() => {
    const element = scroll.current!;
    let top = 0;
    const update = () => {
      // A hidden list has no position; see below.
      if (element.clientHeight === 0) return;
      top = element.scrollTop;
      setFirst(Math.floor((top - list.current!.offsetTop) / rowHeight / step) * step);
    };
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === 0) return;
      setSize(Math.ceil(element.clientHeight / rowHeight));
      // On a phone the list is hidden while a chat is open, and not every browser keeps the position of a hidden one.
      element.scrollTop = top;
    });
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [rowHeight]);
  const inWindow = Array.from({ length: size + step + 2 * margin }, (_, index) => first - margin + index);
  const shown = [...new Set([0, ...alwaysRendered, ...inWindow, count - 1])]
    .filter((index) => index >= 0 && index < count)
    .sort((one, other) => one - other);
  return { scroll, list, shown };
}
