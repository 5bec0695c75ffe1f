// How high what stands above the first message is, for the list that must know; its growing moves nothing that is read.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** In pixels. */
export function useHeadHeight(head: RefObject<HTMLElement | null>, list: RefObject<VirtualizerHandle | null>, stuck: RefObject<boolean>): number {
  const [height, setHeight] = useState(0);
  const known = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = head.current!;
    const measure = () => {
      const now = element.offsetHeight;
      const change = now - (known.current ?? now);
      known.current = now;
      setHeight(now);
      if (change !== 0 && !stuck.current) list.current?.scrollBy(change);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [head, list, stuck]);
  return height;
}
