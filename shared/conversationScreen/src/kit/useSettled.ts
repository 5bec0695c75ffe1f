// What is being typed, once the typing rests.
import { useEffect, useState } from 'react';
import { debounceTime, distinctUntilChanged, Subject } from 'rxjs';

const typingPause = 250;

/** The text as it was when it last rested for a moment. */
export function useSettled(text: string): string {
  const [text$] = useState(() => new Subject<string>());
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const subscription = text$.pipe(debounceTime(typingPause), distinctUntilChanged()).subscribe(setSettled);
    return () => subscription.unsubscribe();
  }, [text$]);
  useEffect(() => text$.next(text), [text$, text]);
  return settled;
}
