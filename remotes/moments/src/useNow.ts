// The time in a component, to the minute.
import { useEffect, useState } from 'react';

const minute = 60_000;

/** Milliseconds since 1970; it renders again every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
