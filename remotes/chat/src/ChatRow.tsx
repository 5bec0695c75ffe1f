// One conversation in the list.
import { paths } from '@amber/client/paths';
import { formatShort } from '@amber/conversation/format';
import { MessageState } from '@amber/conversation/MessageState';
import { Avatar } from '@amber/ui/Avatar';
import { MutedIcon, PinIcon } from '@amber/ui/chatIcons';
import { Badge, MentionBadge } from '@amber/ui/Badge';
import { direction } from '@amber/ui/direction';
import { Tag } from '@amber/ui/Tag';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { ChatEntry } from '@amber/conversation-screen/chatEntries';
import { words } from './words/gen/chat.ts';
import styles from './ChatRow.module.css';

interface ChatRowProps {
  entry: ChatEntry;
  /** Says who is typing, instead of the last message. */
  typing: string | undefined;
  isOpen: boolean;
  isTabStop: boolean;
  now: number;
}

/** A link named by the conversation and its unread count, described by the last message. */
export const ChatRow = memo(function ChatRow({ entry, typing, isOpen, isTabStop, now }: ChatRowProps) {
  const {
    id,
    identifier,
    name,
    avatar,
    label,
    at,
    preview,
    writer,
    delivery,
    isBot,
    isByBot,
    draft,
    unread,
    mentions,
    isMarked,
    isPinned,
    isMuted,
    isArchived,
  } = entry;
  return (
    <Link
      to={paths.chat({ cid: id })}
      className={styles.row}
      data-chat={id}
      draggable={false}
      aria-describedby={`about-${id} marks-${id} state-${id}`}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-unread={unread > 0 || undefined}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <Avatar identifier={identifier} name={name} src={avatar} size={40} />
      <span className={styles.text} aria-hidden="true">
        <span className={styles.line}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {isBot && <Tag>{words.bot}</Tag>}
          <span className={styles.marks} id={`marks-${id}`}>
            {isMuted && (
              <span aria-label={words.muted}>
                <MutedIcon />
              </span>
            )}
            {isPinned && (
              <span aria-label={words.pinned}>
                <PinIcon />
              </span>
            )}
          </span>
          <span className={styles.state} id={`state-${id}`}>
            {delivery && (!draft || isOpen) && <MessageState delivery={delivery} />}
          </span>
          {at > 0 && <time className={styles.time}>{formatShort(at, now)}</time>}
        </span>
        <span className={styles.line}>
          <span className={styles.preview} dir="auto" id={`about-${id}`}>
            {typing ? (
              <span className={styles.typing} dir={direction()}>
                {typing}
              </span>
            ) : draft && !isOpen ? (
              <>
                <span className={styles.draft} dir={direction()}>
                  {words.draft}
                </span>
                {draft}
              </>
            ) : (
              <>
                {isByBot && <span dir={direction()}>{words.aiSaid}</span>}
                {writer && (
                  <span className={styles.writer} dir={direction()}>
                    {words.writer({ name: writer })}
                  </span>
                )}
                {preview}
              </>
            )}
          </span>
          <MentionBadge count={mentions} />
          <Badge count={unread} muted={isMuted || isArchived} marked={isMarked} />
        </span>
      </span>
    </Link>
  );
});
