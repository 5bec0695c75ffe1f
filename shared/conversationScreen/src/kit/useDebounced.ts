// Debounces a text while it is being typed.
import { useEffect, useState } from 'react';
import { debounceTime, distinctUntilChanged, Subject } from 'rxjs';

const debounceDelay = 250;

/** Returns the text as it was after the last pause of 250 ms. */
export function useDebounced(text: string): string {
  const [text$] = useState(() => new Subject<string>());
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const subscription = text$.pipe(debounceTime(debounceDelay), distinctUntilChanged()).subscribe(setDebounced);
    return () => subscription.unsubscribe();
  }, [text$]);
  useEffect(() => text$.next(text), [text$, text]);
  return debounced;
}
