// The messages of all chats that were found, each a link to where it stands.
import { paths } from '@amber/client/paths';
import { formatShort } from '../../format.ts';
import { Avatar } from '@amber/ui/Avatar';
import { Notice } from '@amber/ui/Notice';
import { Link } from 'react-router-dom';
import type { ChatEntry } from '../chatEntries.ts';
import { strings } from '../strings.ts';
import { Excerpt } from './Excerpt.tsx';
import type { FoundHits } from './useMessageSearch.ts';
import styles from './search.module.css';

export interface FoundMessagesProps {
  open: boolean;
  found: FoundHits;
  entries: readonly ChatEntry[];
  now: number;
  onRetry(): void;
}

/** Nothing where nothing was found: the people beneath say that. */
export function FoundMessages({ open, found, entries, now, onRetry }: FoundMessagesProps) {
  if (open && found.status === 'error') return <Notice sentence={found.fault.message} code={found.fault.code} onRetry={onRetry} />;
  if (!open || found.status !== 'ready' || found.hits.length === 0) return null;
  const chats = new Map(entries.map((entry) => [entry.id, entry]));
  return (
    <section aria-label={strings.searchMessages}>
      <h2 className={styles.title}>{strings.searchMessages}</h2>
      <ul>
        {found.hits.map((hit) => {
          const chat = chats.get(hit.conversationId);
          const name = chat?.name ?? strings.chat;
          return (
            <li key={hit.id}>
              <Link className={styles.found} to={paths.message({ cid: hit.conversationId, sid: chat?.spaceId ?? '', message: hit.id })}>
                <Avatar identifier={chat?.identifier ?? hit.conversationId} name={name} src={chat?.avatar} size={40} />
                <span className={styles.words}>
                  <span className={styles.who}>
                    <span>{name}</span>
                    <time dateTime={new Date(hit.at).toISOString()}>{formatShort(hit.at, now)}</time>
                  </span>
                  <Excerpt hit={hit} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
