// My favourite messages.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, showToast } from '@amber/client/hostEngine';
import { conversationName } from '@amber/client/conversationName';
import { accountDb } from '@amber/client/live';
import { otherPerson } from '@amber/client/db';
import { paths } from '@amber/client/paths';
import { session$ } from '@amber/client/session';
import type { Content, FavoritesReply_Entry } from '@amber/proto';
import {
  type BodyOf,
  type FileBody,
  safeFileName,
  isMessageKind,
  type MessageBody,
  type MessageKind,
  readBody,
  readMessage,
} from '@amber/proto/bodies';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { StarIcon } from '@amber/ui/messageIcons';
import { personName } from '@amber/ui/personName';
import { useState } from 'react';
import { formatDate } from '@amber/words/formats';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.favorites;

interface Favorite {
  position: number;
  conversationId: string;
  id: string;
  /** Null when neither this device nor the gateway has it. */
  text: string | null;
  author: string;
  chat: string;
  time: number;
}

const fileLine = ({ name, caption }: FileBody): string => caption ?? words.file({ name });

/** The text for each message kind. */
const lines = {
  text: ({ text }) => text,
  image: fileLine,
  video: fileLine,
  audio: fileLine,
  file: fileLine,
  ai: ({ text }) => text,
} satisfies {
  [Kind in MessageKind]: (body: BodyOf<Kind>) => string;
};

/** Returns a message in one line, by its kind; for unknown or invalid kinds its text or name. */
function textOf(content: Pick<Content, 'type' | 'message'>): string | null {
  const body = readMessage(content);
  const line = body && isMessageKind(content.type) && (lines[content.type] as (body: MessageBody) => string)(body);
  if (line) return line;
  const { text, name } = readBody(content.message);
  if (typeof text === 'string' && text !== '') return text;
  return typeof name === 'string' ? words.file({ name: safeFileName(name) }) : null;
}

/** Reads the message from this device, which has the text of encrypted messages; else from the gateway. */
async function toFavorite({ place: position, row }: FavoritesReply_Entry): Promise<Favorite> {
  const { conversationId = '', id = '', timestamp = 0, content = null, sender = null } = row ?? {};
  const db = accountDb();
  const me = session$.value?.identifier ?? '';
  const [stored, chat] = await Promise.all([db?.messages.get(id), db?.conversations.get(conversationId)]);
  const writer = stored?.content.anonymous || content?.anonymous ? '' : (sender?.identifier ?? '');
  const other = chat && chat.type === 'private' ? otherPerson(chat, me) : undefined;
  const member = writer ? await db?.members.get([conversationId, writer]) : undefined;
  const contact = writer ? await db?.contacts.get(writer) : undefined;
  return {
    position,
    conversationId,
    id,
    time: timestamp,
    text: stored?.withdrawn
      ? null
      : textOf({
          type: (stored?.content ?? content)?.type ?? '',
          message: (stored?.edited ?? stored?.content ?? content)?.message ?? '',
        }),
    author:
      writer === me
        ? (session$.value?.lastName ?? '')
        : personName(
            contact?.remarkName ||
              member?.groupNickname ||
              member?.lastName ||
              (other?.identifier === writer && other?.lastName) ||
              words.someone,
          ),
    chat: (chat && personName(conversationName(chat, me))) || words.unnamed,
  };
}

async function fetchFavorites(before: number): Promise<{ list: Favorite[]; more: boolean }> {
  const { list, more } = await api.user.favorites({ before, limit: 0 });
  return { list: await Promise.all(list.map(toFavorite)), more };
}

/** The section 'favorites'. */
export function FavoriteSettings() {
  const [request, refetch] = useQuery(() => fetchFavorites(0), []);
  const [older, setOlder] = useState<{ list: Favorite[]; more: boolean } | null>(null);
  const [removedPositions, setRemovedPositions] = useState<ReadonlySet<number>>(new Set());
  const [busy, act] = useAction();
  if (request.status !== 'ready') return <QueryStatus request={request} refetch={refetch} rows={4} variant="lines" />;
  const all = [...request.answer.list, ...(older?.list ?? [])];
  const shown = all.filter(({ position }) => !removedPositions.has(position));
  const more = older?.more ?? request.answer.more;
  if (shown.length === 0 && !more) return <EmptyState Icon={StarIcon} title={words.none} text={words.noneHint} />;

  const showOlder = () =>
    act(async () => {
      const next = await fetchFavorites(all.at(-1)?.position ?? 0);
      setOlder({ list: [...(older?.list ?? []), ...next.list], more: next.more });
    });
  const remove = ({ position, conversationId, id }: Favorite) =>
    act(async () => {
      await api.user.removeFavorite({ conversationId, id });
      setRemovedPositions(new Set([...removedPositions, position]));
      showToast('success', words.removed);
    });
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <ul className={styles.favorites}>
        {shown.map((favorite) => {
          const { position, conversationId, id, text, author, chat, time } = favorite;
          return (
            <li key={position} className={styles.favorite}>
              <p className={styles.lead}>
                <bdi>{author}</bdi> · <bdi>{chat}</bdi> · {formatDate(time, 'dateAndTime')}
              </p>
              <p className={text === null ? styles.lead : styles.favoriteText}>{text ?? words.notHere}</p>
              <div className={styles.actions}>
                <ButtonLink to={paths.message({ cid: conversationId, message: id })}>{words.jump}</ButtonLink>
                <Button
                  variant="quiet"
                  busy={busy}
                  aria-label={words.removeNamed({ text: text ?? words.notHere })}
                  onClick={() => void remove(favorite)}
                >
                  {words.remove}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {more && (
        <div>
          <Button busy={busy} onClick={() => void showOlder()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}
