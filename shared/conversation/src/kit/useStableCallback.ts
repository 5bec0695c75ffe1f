// A function that stays the same and does what its newest version does.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Call it when something happens, not while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
