// A value once it has stopped changing.
import { useEffect, useState } from 'react';

const typingPause = 250;

/** The value as it was when it last rested for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
