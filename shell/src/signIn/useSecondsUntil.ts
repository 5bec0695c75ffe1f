// Counts down the seconds until an action is available again.
import { useEffect, useState } from 'react';

/** Returns the whole seconds left until this time, 0 when it has passed, and rerenders each second until then. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}
