// Finds people while a name is being typed.
import { api } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { Fault } from '@amber/proto/faults';
import type { UserInfo } from '@amber/proto';
import { useEffect, useState } from 'react';
import {
  catchError,
  distinctUntilChanged,
  from,
  map,
  type Observable,
  of,
  startWith,
  Subject,
  switchMap,
  timer,
} from 'rxjs';
import { parsePersonLink } from './parsePersonLink.ts';

export type FoundPerson = Pick<UserInfo, 'identifier' | 'avatar' | 'lastName'> & Partial<Pick<UserInfo, 'kind'>>;

export type PeopleSearchState =
  | { status: 'idle' }
  | { status: 'searching' }
  | { status: 'ready'; people: FoundPerson[] }
  | { status: 'error'; fault: Fault };

const debounceDelay = 250;

type Search = (keyword: string) => Promise<FoundPerson[]>;

/** What was found for what was typed last; an answer to an earlier question is dropped. */
export const searchAsTyped = (typed$: Observable<string>, search: Search): Observable<PeopleSearchState> =>
  typed$.pipe(
    map((typed) => typed.trim()),
    distinctUntilChanged(),
    switchMap((keyword) => {
      if (!keyword) return of<PeopleSearchState>({ status: 'idle' });
      return timer(debounceDelay).pipe(
        switchMap(() => from(search(keyword))),
        map((people): PeopleSearchState => ({ status: 'ready', people })),
        catchError((thrown: unknown) => of<PeopleSearchState>({ status: 'error', fault: Fault.of(thrown) })),
        startWith<PeopleSearchState>({ status: 'searching' }),
      );
    }),
  );

/** Those whom I call like that myself: the gateway looks through their own names alone. */
async function findByRemark(keyword: string): Promise<FoundPerson[]> {
  const wanted = keyword.toLocaleLowerCase();
  const found = await accountDb()
    ?.contacts.filter(({ remarkName, status }) => status !== 'black' && remarkName.toLocaleLowerCase().includes(wanted))
    .toArray();
  return found ?? [];
}

/** Whose code this is, such as My QR shows it: a link to a person may hold either. */
async function findByCode(code: string): Promise<FoundPerson[]> {
  try {
    const { userInfo } = await api.qrcode.get({ code });
    return userInfo ? [userInfo] : [];
  } catch (thrown) {
    if (Fault.of(thrown).code === 'NO_AUTH') return [];
    throw thrown;
  }
}

async function findPeople(typed: string, me: string): Promise<FoundPerson[]> {
  const linkedId = parsePersonLink(typed);
  const keyword = linkedId ?? typed;
  const [mine, { list }] = await Promise.all([findByRemark(keyword), api.contact.search({ keyword })]);
  const known = new Set([me, ...mine.map(({ identifier }) => identifier)]);
  const found = [...mine, ...list.filter(({ identifier }) => !known.has(identifier))];
  return found.length === 0 && linkedId && linkedId !== me ? findByCode(linkedId) : found;
}

/**
 * The search in a component: by name, identifier, phone number, or a link to a person. `attempt` asks the same again.
 * Bots are found where they can be talked with alone: they are in no group, and nobody's contact.
 */
export function usePeopleSearch(typed: string, me: string, attempt: number, { bots = false } = {}): PeopleSearchState {
  const [typed$] = useState(() => new Subject<string>());
  const [found, setFound] = useState<PeopleSearchState>({ status: 'idle' });
  useEffect(() => {
    const search = async (keyword: string) =>
      (await findPeople(keyword, me)).filter(({ kind }) => bots || kind !== 'bot');
    const subscription = searchAsTyped(typed$, search).subscribe(setFound);
    return () => subscription.unsubscribe();
  }, [typed$, me, attempt, bots]);
  useEffect(() => typed$.next(typed), [typed$, typed, me, attempt]);
  return found;
}
