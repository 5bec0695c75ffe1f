// A picture of a call in a corner of the app: a press shows it large.
import { EnlargeIcon } from '@amber/ui/callIcons';
import { createPortal } from 'react-dom';
import { words } from '../words/gen/call.ts';
import { CallPicture } from './CallPicture.tsx';
import type { CallState } from './callState.ts';
import styles from './SmallPicture.module.css';

interface SmallPictureProps {
  call: CallState;
  /** The other person. */
  name: string;
  onEnlarge(): void;
}

/** Renders nothing without a picture: the bar shows the call. */
export function SmallPicture({ call: { ownPicture, theirPicture }, name, onEnlarge }: SmallPictureProps) {
  const picture = theirPicture ?? ownPicture;
  if (!picture) return null;
  return createPortal(
    <button type="button" className={styles.small} aria-label={words.enlarge} onClick={onEnlarge}>
      <CallPicture
        stream={picture}
        label={theirPicture ? words.pictureOf({ name }) : words.ownPicture}
        className={theirPicture ? styles.picture : styles.mirrored}
      />
      <span className={styles.icon} data-theme="dark">
        <EnlargeIcon />
      </span>
    </button>,
    document.body,
  );
}
