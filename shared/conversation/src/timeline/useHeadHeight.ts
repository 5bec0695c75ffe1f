// How high what stands above the first message is, for the list that must know; its growing moves nothing that is read.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useStableCallback } from '../kit/useStableCallback.ts';

interface HeadPorts {
  head: RefObject<HTMLElement | null>;
  log: RefObject<HTMLElement | null>;
  scrollAnchor: RefObject<unknown>;
  /** Says what stands there: another word, and it is measured before anything else is. */
  contentKey: string;
}

/** In pixels. */
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
  // An observer hears of it with the next frame, when rows that came in together with it have moved already.
  useLayoutEffect(measure, [measure, contentKey]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(head.current!);
    return () => observer.disconnect();
  }, [head, measure]);
  return height;
}
