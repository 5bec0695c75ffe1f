// Searches for people while the user types.
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

/** Emits the results for the latest input; responses to earlier inputs are dropped. */
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

/** Returns contacts by the user's remarks, because the gateway searches only people's own names. */
async function findByRemark(keyword: string): Promise<FoundPerson[]> {
  const wanted = keyword.toLocaleLowerCase();
  const found = await accountDb()
    ?.contacts.filter(({ remarkName, status }) => status !== 'black' && remarkName.toLocaleLowerCase().includes(wanted))
    .toArray();
  return found ?? [];
}

/**
 * Returns the owner of a QR code, such as that of My QR: a link to a person contains either an identifier or a code.
 */
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
 * Searches by name, identifier, phone number, or a link to a person. A new `attempt` repeats the search. Bots are found
 * only where people can chat with them (`bots`), because they are not members of groups or contacts.
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
