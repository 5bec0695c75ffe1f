// The buttons of the header that call the other person. Not every chat has them, so they are no part of the first load.
import { CallIcon, VideoCallIcon } from '@amber/ui/callIcons';
import { IconButton } from '@amber/ui/IconButton';
import { Menu } from '@amber/ui/Menu';
import { words } from './words/gen/screen.ts';
import styles from './CallButtons.module.css';

export type CallPerson = (options: { video: boolean }) => void;

/** Two buttons; on a phone, where the name needs the width, one that opens a menu. */
export const CallButtons = ({ onCall }: { onCall: CallPerson }) => (
  <>
    <span className={styles.wide}>
      <IconButton label={words.call} Icon={CallIcon} onClick={() => onCall({ video: false })} />
      <IconButton label={words.videoCall} Icon={VideoCallIcon} onClick={() => onCall({ video: true })} />
    </span>
    <span className={styles.narrow}>
      <Menu
        trigger={<IconButton label={words.call} Icon={CallIcon} />}
        items={[
          { key: 'voice', label: words.voiceCall, Icon: CallIcon, onSelect: () => onCall({ video: false }) },
          { key: 'video', label: words.videoCall, Icon: VideoCallIcon, onSelect: () => onCall({ video: true }) },
        ]}
      />
    </span>
  </>
);
