// The header of a conversation: its name, the back link and the protection state.
import { paths } from '@amber/client/paths';
import { type Protection, ProtectionMark } from '@amber/conversation/ProtectionMark';
import { Avatar } from '@amber/ui/Avatar';
import { BackIcon, HashIcon, InfoIcon, SearchIcon } from '@amber/ui/icons';
import { IconButton } from '@amber/ui/IconButton';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CallPerson } from './CallButtons.tsx';
import { fromChat } from './details/fromDetails.ts';
import type { ConversationProfile } from './kit/conversationProfile.ts';
import { words as strings } from './words/gen/screen.ts';
import headerMark from './security/headerMark.module.css';
import styles from './ConversationHeader.module.css';

const CallButtons = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './CallButtons.tsx')).CallButtons,
);

interface ConversationHeaderProps {
  /** The space that the back link leads to; empty for the list of chats. */
  spaceId: string;
  /** If absent, the header has only the back link. */
  profile?: ConversationProfile;
  protection?: Protection;
  /** The mark of a chat with a bot, whose back link leads to the bots. */
  botMark?: ReactNode;
  /** Further controls of a chat with a bot. */
  botControls?: ReactNode;
  onSecurity?(): void;
  onSearch?(): void;
  /** Absent where nobody can be called. */
  onCall?: CallPerson | undefined;
}

/** The header; its heading is the conversation's name. */
export function ConversationHeader({
  spaceId,
  profile,
  protection = 'open',
  botMark,
  botControls,
  onSecurity,
  onSearch,
  onCall,
}: ConversationHeaderProps) {
  const { id: cid = '', spaceId: sid = '' } = profile ?? {};
  const details = botMark ? paths.botDetails({ cid }) : paths.details({ cid, sid });
  return (
    <header className={styles.header}>
      <Link
        className={styles.back}
        to={botMark ? paths.ai() : spaceId ? paths.space({ sid: spaceId }) : paths.chats()}
        aria-label={botMark ? strings.backToAi : spaceId ? strings.backToRooms : strings.back}
      >
        <BackIcon />
      </Link>
      {!profile && <h1 className={styles.name}>{strings.chat}</h1>}
      {profile && (
        <>
          <Link className={styles.who} to={details} state={fromChat}>
            {spaceId ? (
              <span className={styles.hash}>
                <HashIcon />
              </span>
            ) : (
              <Avatar identifier={profile.identifier} name={profile.name} src={profile.avatar} size={40} />
            )}
            <h1 className={styles.name} dir="auto">
              {profile.name}
            </h1>
          </Link>
          {botMark ?? (
            <button type="button" className={headerMark.security} aria-haspopup="dialog" onClick={onSecurity}>
              <ProtectionMark state={protection} />
            </button>
          )}
          {botControls}
          {onCall && (
            <span className={styles.calls}>
              <CallButtons onCall={onCall} />
            </span>
          )}
          <IconButton label={strings.searchHere} Icon={SearchIcon} onClick={onSearch} />
          <Link
            className={styles.details}
            to={details}
            state={fromChat}
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
