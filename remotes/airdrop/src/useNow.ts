// The current time in a component.
import { useEffect, useState } from 'react';

const second = 1_000;

/** The current time; rerenders every second while the page is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  return now;
}
