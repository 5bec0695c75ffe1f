// The settings of a group: the user's own, and for its owner those of everybody.
import type { ConversationRow } from '@amber/client/rows';
import { Button } from '@amber/ui/Button';
import { Switch } from '@amber/ui/Switch';
import { words } from '../words/gen/details.ts';
import { OwnGroupSettings } from './OwnGroupSettings.tsx';
import { useGroup } from './useGroup.ts';
import styles from './DetailPanel.module.css';

/** In a room only the user's own: the others are settings of its space. */
export function GroupSettings({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { spaceId, avatar, groupSetting } = conversation;
  const { sendCommand, mine, isOwner } = useGroup(conversation, me);
  const setting = {
    supportAnonymous: groupSetting?.supportAnonymous ?? false,
    visibility: groupSetting?.visibility ?? false,
  };
  return (
    <>
      <OwnGroupSettings conversation={conversation} mine={mine} sendCommand={sendCommand} />
      {isOwner && !spaceId && (
        <section className={styles.section} aria-label={words.groupSettings}>
          <div className={styles.sectionHead}>
            <h3 className={styles.sectionTitle}>{words.groupSettings}</h3>
          </div>
          <Switch
            label={words.supportAnonymous}
            checked={setting.supportAnonymous}
            onChange={(supportAnonymous) => sendCommand('groupSetting', { ...setting, supportAnonymous })}
          />
          <Switch
            label={words.visibility}
            hint={words.visibilityHint}
            checked={setting.visibility}
            onChange={(visibility) => sendCommand('groupSetting', { ...setting, visibility })}
          />
          {avatar && (
            <Button variant="quiet" onClick={() => sendCommand('groupAvatar', { avatar: '' })}>
              {words.removePicture}
            </Button>
          )}
        </section>
      )}
    </>
  );
}
