// What a component was last given, for callbacks that stay the same.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Holds the newest `value`; read it when something happens, not while rendering. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
