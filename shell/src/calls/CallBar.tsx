// The call of this page, above whatever is on screen: it stays while one moves through the app.
import { paths } from '@amber/client/paths';
import { Avatar } from '@amber/ui/Avatar';
import { CallIcon, VideoCallIcon } from '@amber/ui/callIcons';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/call.ts';
import type { CallState } from './callState.ts';
import { CallTitle } from './CallTitle.tsx';
import { EndCallButton } from './EndCallButton.tsx';
import { calls } from './pageCalls.ts';
import buttons from './CallButtons.module.css';
import styles from './CallBar.module.css';

/** A box above the content of the page, which has the order that it has on screen. */
function useBox(): HTMLElement {
  const [box] = useState(() => document.createElement('div'));
  useEffect(() => {
    const content = document.getElementById('content');
    if (content) content.before(box);
    else document.body.prepend(box);
    return () => box.remove();
  }, [box]);
  return box;
}

interface CallBarProps {
  call: CallState;
  /** The other person. */
  name: string;
  avatar: string | undefined;
  /** The call was accepted; by a video call the pictures are shown. */
  onAccept(): void;
  /** The buttons of a call that this person is in. */
  children: ReactNode;
}

export function CallBar({ call, name, avatar, onAccept, children }: CallBarProps) {
  const { conversationId, identifier, status, isVideo } = call;
  const box = useBox();
  const isIncoming = status === 'incoming';
  const accept = (video: boolean) => {
    void calls.accept({ video });
    onAccept();
  };
  return createPortal(
    <section className={styles.bar} aria-label={words.region} data-status={status}>
      <Link className={styles.who} to={paths.conversation({ cid: conversationId, sid: '' })}>
        <Avatar identifier={identifier} name={name} src={avatar} size={40} />
        <CallTitle call={call} name={name} />
      </Link>
      {isIncoming && isVideo && (
        <button type="button" className={buttons.accept} onClick={() => accept(true)}>
          <VideoCallIcon />
          <span>{words.acceptWithVideo}</span>
        </button>
      )}
      {isIncoming && (
        <button type="button" className={isVideo ? buttons.acceptPlain : buttons.accept} onClick={() => accept(false)}>
          <CallIcon />
          <span>{isVideo ? words.acceptWithoutVideo : words.accept}</span>
        </button>
      )}
      {status === 'ended' ? (
        <IconButton label={words.close} Icon={CloseIcon} className={styles.close} onClick={calls.hide} />
      ) : (
        <>
          {!isIncoming && children}
          <EndCallButton isIncoming={isIncoming} />
        </>
      )}
    </section>,
    box,
  );
}
