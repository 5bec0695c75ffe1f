// Who the conversation is with, the way back, and how it is protected.
import { paths } from '@amber/client/paths';
import { Avatar } from '@amber/ui/Avatar';
import {
  AlertIcon,
  BackIcon,
  BrokenLockIcon,
  HashIcon,
  InfoIcon,
  LockIcon,
  SearchIcon,
  ShieldIcon,
} from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import { Link } from 'react-router-dom';
import type { Face } from './conversationFace.ts';
import { words } from './words/gen/security.ts';
import { words as strings } from './words/gen/screen.ts';
import styles from './ConversationHeader.module.css';

/** 'off' is not encrypted; 'changed' waits for consent. */
export type Protection = 'off' | 'on' | 'verified' | 'changed';

interface ConversationHeaderProps {
  /** The space that the way back leads to; empty: to the chats. */
  spaceId: string;
  /** Without it there is the way back alone. */
  face?: Face;
  protection?: Protection;
  onSecurity?(): void;
  onSearch?(): void;
}

const icons = { off: BrokenLockIcon, on: LockIcon, verified: ShieldIcon, changed: AlertIcon };

/** The header; its heading is the conversation's name. */
export function ConversationHeader({
  spaceId,
  face,
  protection = 'off',
  onSecurity,
  onSearch,
}: ConversationHeaderProps) {
  const Icon = icons[protection];
  return (
    <header className={styles.header}>
      <Link
        className={styles.back}
        to={spaceId ? paths.space({ sid: spaceId }) : paths.chats()}
        aria-label={spaceId ? strings.backToRooms : strings.back}
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
          <button
            type="button"
            className={styles.security}
            data-protection={protection}
            aria-haspopup="dialog"
            onClick={onSecurity}
          >
            <Icon />
            <span>{protection === 'off' ? words.notEncrypted : words.encrypted}</span>
          </button>
          <IconButton label={strings.searchHere} Icon={SearchIcon} onClick={onSearch} />
          <Link
            className={styles.details}
            to={paths.details({ cid: face.id, sid: face.spaceId })}
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
