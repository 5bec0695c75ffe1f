// How high what stands above the first message is, for the list that must know; its growing moves nothing that is read.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** In pixels. */
export function useHeadHeight(head: RefObject<HTMLElement | null>, log: RefObject<HTMLElement | null>, place: RefObject<unknown>): number {
  const [height, setHeight] = useState(0);
  const known = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = head.current!;
    const measure = () => {
      const now = element.offsetHeight;
      const change = now - (known.current ?? now);
      known.current = now;
      setHeight(now);
      if (change !== 0 && place.current !== 'end') log.current!.scrollBy({ top: change, behavior: 'instant' });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [head, log, place]);
  return height;
}
