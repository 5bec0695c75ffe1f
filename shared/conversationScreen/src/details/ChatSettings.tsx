// The user's own settings of a chat: pinned, muted, deleted.
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Button } from '@amber/ui/Button';
import { Menu } from '@amber/ui/Menu';
import { Switch } from '@amber/ui/Switch';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteChat } from '../kit/DeleteChat.tsx';
import { mutedText, muteItems, unmute } from '../kit/muting.ts';
import { changeSetting } from '../kit/changeSetting.ts';
import { conversationProfile } from '../kit/conversationProfile.ts';
import { words as menuWords } from '../words/gen/chatMenu.ts';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

interface ChatSettingsProps {
  conversation: ConversationRow;
  /** Additional settings of this kind of chat. */
  children?: ReactNode;
}

/** The section 'For me'. */
export function ChatSettings({ conversation, children }: ChatSettingsProps) {
  const navigate = useNavigate();
  const me = useSession()?.identifier ?? '';
  const [isDeleting, setIsDeleting] = useState(false);
  const { conversionId: conversationId, spaceId, type, userSetting } = conversation;
  // The space decides where its rooms are listed, so they are neither pinned nor deleted.
  const isRoom = spaceId !== '';
  return (
    <section className={styles.section} aria-label={words.mySettings}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{words.mySettings}</h3>
      </div>
      {!isRoom && (
        <Switch
          label={words.pin}
          checked={userSetting?.isTop ?? false}
          onChange={(isTop) => changeSetting(conversationId, { isTop })}
        />
      )}
      <div className={styles.setting}>
        <p>
          {userSetting?.noDisturb ? mutedText(userSetting) : menuWords.mute}
          <span className={styles.hint}>{menuWords.muteHint}</span>
        </p>
        {userSetting?.noDisturb ? (
          <Button onClick={() => unmute(conversationId)}>{menuWords.unmute}</Button>
        ) : (
          <Menu trigger={<Button>{menuWords.mute}</Button>} items={muteItems(conversationId)} />
        )}
      </div>
      {type === 'group' && userSetting?.noDisturb !== true && (
        <Switch
          label={words.mentionsOnly}
          hint={words.mentionsOnlyHint}
          checked={userSetting?.mentionsOnly ?? false}
          onChange={(mentionsOnly) => changeSetting(conversationId, { mentionsOnly })}
        />
      )}
      {children}
      {!isRoom && (
        <>
          <Button variant="quiet" className={styles.danger} onClick={() => setIsDeleting(true)}>
            {menuWords.delete}
          </Button>
          <DeleteChat
            open={isDeleting}
            conversationId={conversationId}
            name={conversationProfile(conversation, me).name}
            onClose={() => setIsDeleting(false)}
            onDeleted={() => navigate(paths.chats())}
          />
        </>
      )}
    </section>
  );
}
