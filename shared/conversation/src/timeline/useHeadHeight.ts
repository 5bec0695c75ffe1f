// How high what stands above the first message is, for the list that must know; its growing moves nothing that is read.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useStable } from '../kit/useStable.ts';

interface HeadPorts {
  head: RefObject<HTMLElement | null>;
  log: RefObject<HTMLElement | null>;
  place: RefObject<unknown>;
  /** Says what stands there: another word, and it is measured before anything else is. */
  shows: string;
}

/** In pixels. */
export function useHeadHeight({ head, log, place, shows }: HeadPorts): number {
  const [height, setHeight] = useState(0);
  const known = useRef<number | null>(null);
  const measure = useStable(() => {
    const now = head.current!.offsetHeight;
    const change = now - (known.current ?? now);
    known.current = now;
    setHeight(now);
    if (change !== 0 && place.current !== 'end') log.current!.scrollBy({ top: change, behavior: 'instant' });
  });
  // An observer hears of it with the next frame, when rows that came in together with it have moved already.
  useLayoutEffect(measure, [measure, shows]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(head.current!);
    return () => observer.disconnect();
  }, [head, measure]);
  return height;
}
