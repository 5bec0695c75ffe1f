// Debounces a text while it is being typed.
import { useEffect, useState } from 'react';

const debounceDelay = 250;

/** Returns the text as it was after the last pause of 250 ms. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
