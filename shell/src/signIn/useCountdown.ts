// Counts down the seconds until an action is available again.
import { useEffect, useState } from 'react';

/** Returns the whole seconds left, 0 when the action is available, and a function that starts the countdown. */
export function useCountdown(): [left: number, start: (milliseconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const start = (milliseconds: number) => {
    const at = Date.now();
    setNow(at);
    setUntil(at + milliseconds);
  };
  return [left, start];
}
