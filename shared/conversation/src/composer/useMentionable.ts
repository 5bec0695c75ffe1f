// The mentionable people of a group that is larger than this device knows, searched by the text after @.
import { useEffect, useMemo, useState } from 'react';
import { catchError, debounceTime, distinctUntilChanged, EMPTY, from, Subject, switchMap } from 'rxjs';
import { completionAt } from './completion.ts';
import type { Mentionable, MentionableSource } from '../kit/person.ts';

const debounceDelay = 150;

/** The number of search results that are cached while the composer is open. */
const maxFound = 300;

const noneYet: ReadonlyMap<string, Mentionable> = new Map();

/** Returns the known people and those found since. Without a connection it returns the known people. */
export function useMentionable(
  known: readonly Mentionable[],
  source: MentionableSource | undefined,
  text: string,
  caret: number,
): readonly Mentionable[] {
  const [found, setFound] = useState(noneYet);
  const [typed$] = useState(() => new Subject<string>());
  const completion = completionAt(text, caret);
  const word = completion?.kind === 'mention' ? completion.query.trim() : null;
  useEffect(() => {
    if (!source) return;
    const subscription = typed$
      .pipe(
        debounceTime(debounceDelay),
        distinctUntilChanged(),
        switchMap((query) => from(source.find(query)).pipe(catchError(() => EMPTY))),
      )
      .subscribe((people) =>
        setFound(
          (before) =>
            new Map([...before, ...people.map((person) => [person.identifier, person] as const)].slice(-maxFound)),
        ),
      );
    return () => subscription.unsubscribe();
  }, [source, typed$]);
  useEffect(() => {
    if (word !== null) typed$.next(word);
  }, [source, typed$, word]);
  return useMemo(() => {
    if (found.size === 0) return known;
    const knownIds = new Set(known.map(({ identifier }) => identifier));
    return [...known, ...[...found.values()].filter(({ identifier }) => !knownIds.has(identifier))];
  }, [known, found]);
}
