// Does something once an element comes into sight.
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** `act` is called each time `wanted` holds and the element is, or comes, in sight. */
export function useInSight(element: RefObject<Element | null>, wanted: boolean, act: () => void): void {
  const seen = useEffectEvent(act);
  useEffect(() => {
    if (!wanted) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, wanted]);
}
