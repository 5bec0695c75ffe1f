// A function that stays the same and does what its newest version does.
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Call it when something happens, not while rendering. */
export function useStable<Given extends unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...given: Given) => newest.current(...given), []);
}
