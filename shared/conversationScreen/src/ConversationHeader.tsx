// Who the conversation is with, the way back, and how it is protected.
import { paths } from '@amber/client/paths';
import { type Protection, ProtectionMark } from '@amber/conversation/ProtectionMark';
import { Avatar } from '@amber/ui/Avatar';
import { BackIcon, HashIcon, InfoIcon, SearchIcon } from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Face } from './kit/conversationFace.ts';
import { words as strings } from './words/gen/screen.ts';
import headerMark from './security/headerMark.module.css';
import styles from './ConversationHeader.module.css';

interface ConversationHeaderProps {
  /** The space that the way back leads to; empty: to the chats. */
  spaceId: string;
  /** Without it there is the way back alone. */
  face?: Face;
  protection?: Protection;
  /** Of a chat with a bot: its mark. The way back leads to the bots. */
  robot?: ReactNode;
  onSecurity?(): void;
  onSearch?(): void;
}

/** The header; its heading is the conversation's name. */
export function ConversationHeader({
  spaceId,
  face,
  protection = 'open',
  robot,
  onSecurity,
  onSearch,
}: ConversationHeaderProps) {
  return (
    <header className={styles.header}>
      <Link
        className={styles.back}
        to={robot ? paths.ai() : spaceId ? paths.space({ sid: spaceId }) : paths.chats()}
        aria-label={robot ? strings.backToAi : spaceId ? strings.backToRooms : strings.back}
      >
        <BackIcon />
      </Link>
      {!face && <h1 className={styles.name}>{strings.chat}</h1>}
      {face && (
        <>
          {spaceId ? (
            <span className={styles.hash}>
              <HashIcon />
            </span>
          ) : (
            <Avatar identifier={face.identifier} name={face.name} src={face.avatar} size={40} />
          )}
          <h1 className={styles.name} dir="auto">
            {face.name}
          </h1>
          {robot ?? (
            <button type="button" className={headerMark.security} aria-haspopup="dialog" onClick={onSecurity}>
              <ProtectionMark state={protection} />
            </button>
          )}
          <IconButton label={strings.searchHere} Icon={SearchIcon} onClick={onSearch} />
          <Link
            className={styles.details}
            to={robot ? paths.botDetails({ cid: face.id }) : paths.details({ cid: face.id, sid: face.spaceId })}
            aria-label={strings.details}
            title={strings.details}
          >
            <InfoIcon />
          </Link>
        </>
      )}
    </header>
  );
}
