// The current time in a component.
import { useEffect, useState } from 'react';

/** Returns the current time; rerenders every `every` milliseconds while the page is visible. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
