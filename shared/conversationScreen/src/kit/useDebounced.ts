// What is being typed, once the typing rests.
import { useEffect, useState } from 'react';
import { debounceTime, distinctUntilChanged, Subject } from 'rxjs';

const debounceDelay = 250;

/** The text as it was when it last rested for a moment. */
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
