// A picker of people from the user's chats, contacts and search results.
import { type ContactRow, type ConversationRow, otherPerson } from '@amber/client/rows';
import { useLive, useRemarks } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import type { UserInfo } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { CloseIcon } from '@amber/ui/icons';
import { displayName } from '@amber/ui/personName';
import { SearchField } from '@amber/ui/SearchField';
import { useState } from 'react';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words as strings } from '../words/gen/screen.ts';
import { CheckOption } from './CheckOption.tsx';
import { useMemberSearch } from './useMemberSearch.ts';
import { type PeopleSearchState, usePeopleSearch } from './usePeopleSearch.ts';
import { useExistingMembers } from './useExistingMembers.ts';
import { words } from '../words/gen/details.ts';
import styles from './PeoplePicker.module.css';

export type PickedPerson = Pick<UserInfo, 'identifier' | 'lastName' | 'avatar'>;

interface PeoplePickerProps {
  chosen: readonly PickedPerson[];
  onChange(chosen: PickedPerson[]): void;
  /** The group whose members cannot be chosen. */
  excludeMembersOf?: string;
  /** If present, only members of this group can be chosen. */
  among?: string | undefined;
}

/** A search field, its results as checkboxes, and the chosen people above it. */
export function PeoplePicker({ chosen, onChange, excludeMembersOf = '', among }: PeoplePickerProps) {
  const me = useSession()?.identifier ?? '';
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const isMembersOnly = among !== undefined;
  const searched = usePeopleSearch(isMembersOnly ? '' : typed, me, attempt);
  const [inGroup, askAgain] = useMemberSearch(among ?? '', typed);
  const found = isMembersOnly ? inGroup : searched;
  const known = useLive(
    async (db) => {
      const [chats, contacts] = await Promise.all([
        db.conversations.where('type').equals('private').toArray(),
        db.contacts.toArray(),
      ]);
      return suggestedPeople(chats, contacts, me);
    },
    [me],
  );
  const remarks = useRemarks();
  const nameOf = (person: PickedPerson) => displayName(person, remarks) || strings.someone;
  const isChosen = (identifier: string) => chosen.some((person) => person.identifier === identifier);
  const toggle = (person: PickedPerson) =>
    onChange(
      isChosen(person.identifier)
        ? chosen.filter(({ identifier }) => identifier !== person.identifier)
        : [...chosen, person],
    );
  const query = typed.trim();
  const suggested = known.status === 'ready' && !query && !isMembersOnly ? known.rows : [];
  const candidates = (found.status === 'ready' ? found.people : suggested).filter(
    ({ identifier }) => identifier !== me,
  );
  const existingMembers = useExistingMembers(
    excludeMembersOf,
    candidates.map(({ identifier }) => identifier),
  );
  const options = candidates.filter(({ identifier }) => !existingMembers.has(identifier));

  return (
    <div className={styles.picker}>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={words.chosen}>
          {chosen.map((person) => (
            <li key={person.identifier}>
              <button
                type="button"
                className={styles.chip}
                aria-label={words.remove({ name: nameOf(person) })}
                onClick={() => toggle(person)}
              >
                <Avatar identifier={person.identifier} name={nameOf(person)} src={person.avatar} size={24} />
                <span className={styles.chipName} dir="auto">
                  {nameOf(person)}
                </span>
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchField label={words.findPeople} value={typed} onChange={setTyped} />
      <div className={styles.offered} role="group" aria-label={words.people}>
        <QueryStatus request={found} refetch={isMembersOnly ? askAgain : () => setAttempt(attempt + 1)} rows={3} />
        {options.map((person) => (
          <CheckOption
            key={person.identifier}
            identifier={person.identifier}
            name={nameOf(person)}
            avatar={person.avatar}
            isChosen={isChosen(person.identifier)}
            onToggle={() => toggle(person)}
          />
        ))}
        <NoResults
          found={found}
          typed={typed}
          count={options.length}
          allAreMembers={suggested.length > 0 && options.length === 0}
        />
      </div>
    </div>
  );
}

interface NoResultsProps {
  found: PeopleSearchState;
  typed: string;
  count: number;
  /** Whether everybody who would be suggested is in the group already. */
  allAreMembers: boolean;
}

function NoResults({ found, typed, count, allAreMembers }: NoResultsProps) {
  if (count > 0 || found.status === 'searching' || found.status === 'error') return null;
  if (typed.trim()) return <p className={styles.nothing}>{`${words.nobody}. ${words.nobodyHint}`}</p>;
  return <p className={styles.nothing}>{allAreMembers ? words.allAreMembers : words.findHint}</p>;
}

/** Returns the people of private chats, the most recent first, then the other contacts. */
function suggestedPeople(
  chats: readonly ConversationRow[],
  contacts: readonly ContactRow[],
  me: string,
): PickedPerson[] {
  const talkedTo = chats
    .toSorted((a, b) => b.sortTime - a.sortTime)
    .flatMap((conversation) => otherPerson(conversation, me) ?? []);
  const known = new Set(talkedTo.map(({ identifier }) => identifier));
  return [...talkedTo, ...contacts.filter(({ identifier, status }) => status === 'normal' && !known.has(identifier))];
}
