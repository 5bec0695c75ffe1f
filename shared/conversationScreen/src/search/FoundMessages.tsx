// The messages found in all chats, each with a link to its position.
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { formatShort } from '@amber/conversation/format';
import { Avatar } from '@amber/ui/Avatar';
import { Link } from 'react-router-dom';
import { conversationProfile, type ConversationProfile } from '../kit/conversationProfile.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words as strings } from '../words/gen/screen.ts';
import { Excerpt } from './Excerpt.tsx';
import type { MessageSearchState } from './useMessageSearch.ts';
import styles from './search.module.css';

interface FoundMessagesProps {
  search: MessageSearchState;
  me: string;
  now: number;
  onRetry(): void;
}

const none: ReadonlyMap<string, ConversationProfile> = new Map();

/** Without results it renders nothing, because the list of people below reports the lack of results. */
export function FoundMessages({ search, me, now, onRetry }: FoundMessagesProps) {
  const ids = search.status === 'ready' ? [...new Set(search.hits.map(({ conversationId }) => conversationId))] : [];
  const live = useLive(
    async (db) => {
      const conversations = await db.conversations.bulkGet(ids);
      return new Map(
        conversations.flatMap((one) => (one ? [[one.conversionId, conversationProfile(one, me)] as const] : [])),
      );
    },
    [ids.join(), me],
  );
  const chats = live.status === 'ready' ? live.rows : none;
  if (search.status === 'error') return <QueryStatus request={search} refetch={onRetry} />;
  if (search.status !== 'ready' || search.hits.length === 0) return null;
  return (
    <section aria-label={strings.searchMessages}>
      <h2 className={styles.title}>{strings.searchMessages}</h2>
      <ul>
        {search.hits.map((hit) => {
          const chat = chats.get(hit.conversationId);
          const name = chat?.name ?? strings.chat;
          return (
            <li key={hit.id}>
              <Link
                className={styles.found}
                to={paths.message({ cid: hit.conversationId, sid: chat?.spaceId ?? '', message: hit.id })}
              >
                <Avatar identifier={chat?.identifier ?? hit.conversationId} name={name} src={chat?.avatar} size={40} />
                <span className={styles.words}>
                  <span className={styles.who}>
                    <span dir="auto">{chat?.isBot ? strings.ofAi({ name }) : name}</span>
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
