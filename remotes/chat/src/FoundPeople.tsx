// The people that a search has found.
import { useRemarks } from '@amber/client/live';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { Avatar } from '@amber/ui/Avatar';
import { EmptyState } from '@amber/ui/EmptyState';
import { SearchIcon } from '@amber/ui/icons';
import { displayName } from '@amber/ui/personName';
import { Tag } from '@amber/ui/Tag';
import { words as listWords } from './words/gen/chat.ts';
import { words } from './words/gen/search.ts';
import type { PeopleSearchState, FoundPerson } from '@amber/conversation-screen/usePeopleSearch';
import styles from './FoundPeople.module.css';

interface FoundPeopleProps {
  found: PeopleSearchState;
  /** No chats match: then “no one found” is shown too. */
  isAlone: boolean;
  /** The person whose chat is being opened. */
  opening: string;
  onOpen(person: FoundPerson): void;
  onRetry(): void;
}

interface FoundRowProps {
  identifier: string;
  name: string;
  avatar: string;
  isBot?: boolean;
  busy: boolean;
  onOpen(): void;
}

export const FoundRow = ({ identifier, name, avatar, isBot, busy, onOpen }: FoundRowProps) => (
  <button type="button" className={styles.person} data-row aria-busy={busy || undefined} onClick={onOpen}>
    <Avatar identifier={identifier} name={name} src={avatar} size={40} />
    <span className={styles.name} dir="auto">
      {name || words.someone}
    </span>
    {isBot && <Tag>{listWords.bot}</Tag>}
  </button>
);

/** A button per person. */
export function FoundPeople({ found, isAlone, opening, onOpen, onRetry }: FoundPeopleProps) {
  const remarks = useRemarks();
  if (found.status !== 'ready') return <QueryStatus request={found} refetch={onRetry} rows={3} />;
  if (found.people.length === 0)
    return isAlone && <EmptyState Icon={SearchIcon} title={words.nobody} text={words.nobodyHint} />;
  return (
    <section aria-label={words.people}>
      <h2 className={styles.title}>{words.people}</h2>
      <ul className={styles.people}>
        {found.people.map((person) => {
          const { identifier, avatar, kind } = person;
          return (
            <li key={identifier}>
              <FoundRow
                identifier={identifier}
                name={displayName(person, remarks)}
                avatar={avatar}
                isBot={kind === 'bot'}
                busy={opening === identifier}
                onOpen={() => onOpen(person)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
