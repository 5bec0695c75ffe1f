// The most frequent actions of a chat: muting it, searching in it, and those of its kind.
import type { ConversationRow } from '@amber/client/rows';
import { MutedIcon } from '@amber/ui/chatIcons';
import { SearchIcon } from '@amber/ui/icons';
import { Menu } from '@amber/ui/Menu';
import { BellIcon } from '@amber/ui/settingsIcons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutedText, muteItems, unmute } from '../kit/muting.ts';
import { words as menuWords } from '../words/gen/chatMenu.ts';
import { words } from '../words/gen/details.ts';
import { RoundAction } from './RoundAction.tsx';
import styles from './DetailPanel.module.css';

interface ChatActionsProps {
  conversation: ConversationRow;
  /** The path of the chat without its panel, which would cover the search on a narrow screen. Absent: no search. */
  path?: string | undefined;
  /** Whether others write there, so that it can be muted. */
  hasOthers?: boolean;
  /** Further actions. */
  children?: ReactNode;
}

export function ChatActions({ conversation, path, hasOthers = true, children }: ChatActionsProps) {
  const navigate = useNavigate();
  const { conversionId: conversationId, userSetting } = conversation;
  const isMuted = userSetting?.noDisturb === true;
  const group = useRef<HTMLDivElement>(null);
  const wasMuted = useRef(isMuted);
  useEffect(() => {
    // The button that had the focus was replaced by its opposite.
    if (wasMuted.current !== isMuted && document.activeElement === document.body)
      group.current?.querySelector('button')?.focus({ preventScroll: true });
    wasMuted.current = isMuted;
  }, [isMuted]);
  return (
    <>
      {isMuted && <p className={styles.faceNote}>{mutedText(userSetting)}</p>}
      <div ref={group} className={styles.actions} role="group" aria-label={words.actions}>
        {!hasOthers ? null : isMuted ? (
          <RoundAction label={menuWords.unmute} Icon={BellIcon} onClick={() => unmute(conversationId)} />
        ) : (
          <Menu
            trigger={<RoundAction label={menuWords.mute} Icon={MutedIcon} title={menuWords.muteHint} />}
            items={muteItems(conversationId)}
            align="start"
          />
        )}
        {path && (
          <RoundAction
            label={words.search}
            Icon={SearchIcon}
            onClick={() => void navigate(path, { state: { opens: 'search' } })}
          />
        )}
        {children}
      </div>
    </>
  );
}
