// The user's own settings of a chat: pinned, archived, mentions.
import { isArchived } from '@amber/client/archived';
import { useLive } from '@amber/client/live';
import type { ConversationRow } from '@amber/client/rows';
import { Switch } from '@amber/ui/Switch';
import type { ReactNode } from 'react';
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
  const { conversionId: conversationId, spaceId, type, userSetting } = conversation;
  const cursor = useLive((db) => db.cursors.get(conversationId), [conversationId]);
  const seq = cursor.status === 'ready' ? (cursor.rows?.seq ?? 0) : 0;
  const isInArchive = isArchived(conversation);
  // The space decides where its rooms are listed, so they are neither pinned nor archived.
  const isRoom = spaceId !== '';
  return (
    <section className={styles.section} aria-label={words.mySettings}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{words.mySettings}</h3>
      </div>
      {!isRoom && (
        <>
          <Switch
            label={words.pin}
            checked={userSetting?.isTop ?? false}
            onChange={(isTop) => changeSetting(conversationId, { isTop })}
          />
          <Switch
            label={words.archive}
            hint={words.archiveHint}
            checked={isInArchive}
            // A chat without a message has no position at which to archive it.
            disabled={!isInArchive && seq === 0}
            onChange={(archive) => changeSetting(conversationId, { archivedSeq: archive ? seq : 0 })}
          />
        </>
      )}
      {type === 'group' && userSetting?.noDisturb !== true && (
        <Switch
          label={words.mentionsOnly}
          hint={words.mentionsOnlyHint}
          checked={userSetting?.mentionsOnly ?? false}
          onChange={(mentionsOnly) => changeSetting(conversationId, { mentionsOnly })}
        />
      )}
      {children}
    </section>
  );
}
