// The user's own settings of a chat: pinned, muted, hidden.
import type { ConversationRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { Switch } from '@amber/ui/Switch';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { changeSetting } from '../kit/changeSetting.ts';
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
  const [, act] = useAction();
  const { conversionId: conversationId, spaceId, type, userSetting } = conversation;
  // The space decides where its rooms are listed, so they are neither pinned nor hidden.
  const isRoom = spaceId !== '';
  const hide = () =>
    act(async () => {
      await engine.hideConversation({ conversationId });
      navigate(paths.chats());
    });
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
      <Switch
        label={words.mute}
        hint={words.muteHint}
        checked={userSetting?.noDisturb ?? false}
        onChange={(noDisturb) => changeSetting(conversationId, { noDisturb })}
      />
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
        <Button variant="quiet" title={words.hideHint} onClick={() => void hide()}>
          {words.hide}
        </Button>
      )}
    </section>
  );
}
