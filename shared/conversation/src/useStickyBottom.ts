// Keeps a timeline at its end while its reader is there, and leaves it alone when the reader is not.
import { type RefObject, useCallback, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

const near = 32;

/** Whether the newest message is in sight, and the two handlers that keep it so. `begins` is whether it is at first. */
export function useStickyBottom(list: RefObject<VirtualizerHandle | null>, begins: boolean) {
  const stuck = useRef(begins);
  const lastOffset = useRef(0);
  const [atBottom, setAtBottom] = useState(begins);

  const settle = useCallback((next: boolean) => {
    stuck.current = next;
    setAtBottom(next);
  }, []);

  const toBottom = useCallback(() => {
    settle(true);
    list.current?.scrollTo(list.current.scrollSize);
  }, [list, settle]);

  const onScroll = useCallback((offset: number) => {
    const handle = list.current;
    if (!handle) return;
    const left = handle.scrollSize - handle.viewportSize - offset;
    // Rows grow when they are measured: only a reader who scrolls back leaves the end.
    if (left <= near) settle(true);
    else if (offset < lastOffset.current - 1) settle(false);
    lastOffset.current = offset;
  }, [list, settle]);

  const onResize = useCallback(() => {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    if (stuck.current) handle.scrollTo(handle.scrollSize);
    // All of it may be in sight, and then nothing scrolls.
    else if (handle.scrollSize - handle.viewportSize - handle.scrollOffset <= near) settle(true);
  }, [list, settle]);

  return { atBottom, stuck, toBottom, leave: useCallback(() => settle(false), [settle]), onScroll, onResize };
}
