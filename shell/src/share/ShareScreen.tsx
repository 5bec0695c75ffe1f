// The page at /share, which puts what another app shared into a chat of the person's choice.
import { conversationAvatar, conversationName } from '@amber/client/conversationName';
import { localizeSpace } from '@amber/client/seededNames';
import { type ConversationRow, otherPerson } from '@amber/client/db';
import { engine, showToast } from '@amber/client/hostEngine';
import { accountDb, useConversations, useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useQuery } from '@amber/client/useQuery';
import { useSession } from '@amber/client/session';
import { Avatar } from '@amber/ui/Avatar';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { ChatsIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PendingShare } from '../../sw/messages.ts';
import { useTitle } from '../frame/pageTitle.ts';
import { conversationPath } from '../notifications/chatNotification.ts';
import { readPendingShare, postToWorker } from '../notifications/worker.ts';
import { words } from '../words/gen/outside.ts';
import styles from './ShareScreen.module.css';

/** Returns the pending share: undefined until the worker answers, null if there is none. */
function usePendingShare(): PendingShare | null | undefined {
  const [request] = useQuery(() => readPendingShare().catch(() => null), []);
  return request.status === 'ready' ? request.answer : undefined;
}

/** Appends the shared text to the chat's draft and opens the chat with the pictures. */
function useShareInto(share: PendingShare | null | undefined) {
  const navigate = useNavigate();
  return async (conversation: ConversationRow) => {
    try {
      const { conversionId: conversationId } = conversation;
      const draft = (await accountDb()?.drafts.get(conversationId))?.text ?? '';
      const text = [draft.trim(), share?.words ?? ''].filter(Boolean).join('\n');
      if (share?.words) await engine.saveDraft({ conversationId, text });
      await postToWorker({ kind: 'dropHeld' });
      if (share?.isCut) showToast('info', words.shareCut);
      void navigate(conversationPath(conversation), { replace: true, state: { attach: share?.pictures ?? [] } });
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    }
  };
}

/** Returns the chats and rooms where this person can write, latest first. */
const writable = (rows: readonly ConversationRow[]): ConversationRow[] =>
  rows
    .filter(({ status, roomType }) => status === 'normal' && roomType !== 'manage')
    .toSorted((a, b) => b.sortTime - a.sortTime);

/** With `to` in the address the chat is already known. */
export function ShareScreen() {
  const me = useSession()?.identifier ?? '';
  const share = usePendingShare();
  const live = useConversations();
  const spaces = useLive((db) => db.spaces.toArray(), []);
  const shareInto = useShareInto(share);
  const [typed, setTyped] = useState('');
  const [query] = useSearchParams();
  useTitle(words.shareTitle);

  const to = query.get('to');
  const known =
    to !== null && live.status === 'ready' ? live.rows.find(({ conversionId }) => conversionId === to) : null;
  useEffect(() => {
    if (known && share !== undefined) void shareInto(known);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when both are known
  }, [known?.conversionId, share !== undefined]);

  if (share === undefined || live.status === 'loading' || known) return <Skeleton rows={5} />;
  if (share === null || live.status === 'error')
    return (
      <EmptyState
        Icon={ChatsIcon}
        Title="h1"
        title={words.shareNothing}
        text={words.shareNothingText}
        action={<ButtonLink to={paths.chats()}>{words.home}</ButtonLink>}
      />
    );
  const wanted = typed.trim().toLocaleLowerCase();
  const namesOfSpaces = new Map(
    spaces.status === 'ready' ? spaces.rows.map(localizeSpace).map(({ id, spaceName }) => [id, spaceName]) : [],
  );
  // Rooms of several spaces may have the same name.
  const chats = writable(live.rows)
    .map((row) => ({ row, name: conversationName(row, me), space: namesOfSpaces.get(row.spaceId) ?? '' }))
    .filter((chat) => [chat.name, chat.space].some((name) => name.toLocaleLowerCase().includes(wanted)));
  return (
    <Page title={words.shareTitle} lead={words.shareLead}>
      <div className={styles.shared}>
        {share.words && (
          <p className={styles.words} dir="auto">
            {share.words}
          </p>
        )}
        {share.pictures.length > 0 && (
          <p className={styles.pictures}>{words.sharePictures({ count: share.pictures.length })}</p>
        )}
        {share.isCut && <p className={styles.pictures}>{words.shareCut}</p>}
      </div>
      <SearchField label={words.find} value={typed} onChange={setTyped} />
      <ul className={styles.chats} aria-label={words.chats}>
        {chats.map(({ row, name, space }) => {
          const other = row.type === 'private' ? otherPerson(row, me) : undefined;
          return (
            <li key={row.conversionId}>
              <button type="button" className={styles.chat} onClick={() => void shareInto(row)}>
                <Avatar
                  identifier={other?.identifier ?? row.conversionId}
                  name={name}
                  src={conversationAvatar(row, me)}
                  size={40}
                />
                <span className={styles.names}>
                  <span className={styles.name} dir="auto">
                    {name}
                  </span>
                  {space && (
                    <span className={styles.space} dir="auto">
                      {space}
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {chats.length === 0 && <p className={styles.pictures}>{words.noChat}</p>}
      <div>
        <ButtonLink to={paths.chats()}>{words.cancel}</ButtonLink>
      </div>
    </Page>
  );
}
