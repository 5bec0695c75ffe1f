// Messages found in all chats, under a heading, each with a link to its position.
import type { SearchHit } from '@amber/client/bus';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { formatShort } from '@amber/conversation/format';
import { Avatar } from '@amber/ui/Avatar';
import { Link } from 'react-router-dom';
import { conversationProfile, type ConversationProfile } from '../kit/conversationProfile.ts';
import { words as strings } from '../words/gen/screen.ts';
import { Excerpt } from './Excerpt.tsx';
import styles from './search.module.css';

interface FoundMessagesProps {
  title: string;
  hits: readonly SearchHit[];
  me: string;
  now: number;
}

const none: ReadonlyMap<string, ConversationProfile> = new Map();

/** Renders nothing without results. */
export function FoundMessages({ title, hits, me, now }: FoundMessagesProps) {
  const ids = [...new Set(hits.map(({ conversationId }) => conversationId))];
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
  if (hits.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {hits.map((hit) => {
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
