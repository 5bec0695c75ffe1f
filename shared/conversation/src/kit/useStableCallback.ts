// A callback with a stable identity that runs the latest version of its function.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Call the result in event handlers and effects, not while rendering. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
