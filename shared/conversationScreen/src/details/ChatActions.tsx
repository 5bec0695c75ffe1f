// The most frequent actions of a chat: muting it, searching in it, and those of its kind.
import type { ConversationRow } from '@amber/client/rows';
import { MutedIcon } from '@amber/ui/chatIcons';
import { SearchIcon } from '@amber/ui/icons';
import { Menu } from '@amber/ui/Menu';
import { BellIcon } from '@amber/ui/settingsIcons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutedText, muteItems, unmute } from '../kit/muting.ts';
import { words as menuWords } from '../words/gen/chatMenu.ts';
import { words } from '../words/gen/details.ts';
import { RoundAction } from './RoundAction.tsx';
import styles from './DetailPanel.module.css';

interface ChatActionsProps {
  conversation: ConversationRow;
  /** The path of the chat without its panel, which would cover the search on a narrow screen. */
  path: string;
  /** Further actions. */
  children?: ReactNode;
}

export function ChatActions({ conversation, path, children }: ChatActionsProps) {
  const navigate = useNavigate();
  const { conversionId: conversationId, userSetting } = conversation;
  return (
    <>
      {userSetting?.noDisturb && <p className={styles.faceNote}>{mutedText(userSetting)}</p>}
      <div className={styles.actions} role="group" aria-label={words.actions}>
        {userSetting?.noDisturb ? (
          <RoundAction label={menuWords.unmute} Icon={BellIcon} onClick={() => unmute(conversationId)} />
        ) : (
          <Menu
            trigger={<RoundAction label={menuWords.mute} Icon={MutedIcon} title={menuWords.muteHint} />}
            items={muteItems(conversationId)}
            align="start"
          />
        )}
        <RoundAction
          label={words.search}
          Icon={SearchIcon}
          onClick={() => void navigate(path, { state: { opens: 'search' } })}
        />
        {children}
      </div>
    </>
  );
}
