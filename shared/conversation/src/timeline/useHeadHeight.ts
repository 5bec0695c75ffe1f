// Measures the content above the first message, and keeps the visible rows in place when its height changes.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useStableCallback } from '../kit/useStableCallback.ts';

interface HeadPorts {
  head: RefObject<HTMLElement | null>;
  log: RefObject<HTMLElement | null>;
  scrollAnchor: RefObject<unknown>;
  /** Identifies the content: when it changes, the height is measured before anything else is. */
  contentKey: string;
}

/** Returns the height in pixels, which the virtualized list needs. */
export function useHeadHeight({ head, log, scrollAnchor, contentKey }: HeadPorts): number {
  const [height, setHeight] = useState(0);
  const previousHeight = useRef<number | null>(null);
  const measure = useStableCallback(() => {
    const now = head.current!.offsetHeight;
    const change = now - (previousHeight.current ?? now);
    previousHeight.current = now;
    setHeight(now);
    if (change !== 0 && scrollAnchor.current !== 'end') log.current!.scrollBy({ top: change, behavior: 'instant' });
  });
  // A ResizeObserver would report the change one frame later, after rows that were added with it have moved.
  useLayoutEffect(measure, [measure, contentKey]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(head.current!);
    return () => observer.disconnect();
  }, [head, measure]);
  return height;
}
