// The pictures of a call over the whole app: the other person's large, the own one small. Escape and Back make it small.
import { Avatar } from '@amber/ui/Avatar';
import { ShrinkIcon } from '@amber/ui/callIcons';
import { IconButton } from '@amber/ui/IconButton';
import { useLayer } from '@amber/ui/useLayer';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { words } from '../words/gen/call.ts';
import { CallPicture } from './CallPicture.tsx';
import type { CallState } from './callState.ts';
import { CallTitle } from './CallTitle.tsx';
import { EndCallButton } from './EndCallButton.tsx';
import styles from './CallWindow.module.css';

interface CallWindowProps {
  call: CallState;
  /** The other person. */
  name: string;
  avatar: string | undefined;
  onShrink(): void;
  /** The buttons of a call that this person is in. */
  children: ReactNode;
}

/** Nothing below the window takes keys or the focus. */
function useAppBehind(): void {
  useEffect(() => {
    const app = document.getElementById('root')!;
    app.inert = true;
    return () => {
      app.inert = false;
    };
  }, []);
}

export function CallWindow({ call, name, avatar, onShrink, children }: CallWindowProps) {
  const { identifier, ownPicture, theirPicture, status } = call;
  const { ref } = useLayer<HTMLElement>(onShrink);
  useAppBehind();
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
  const isWaiting = theirPicture !== null && status === 'reconnecting';
  return createPortal(
    <section ref={ref} className={styles.window} aria-label={words.region} data-theme="dark" tabIndex={-1}>
      {theirPicture ? (
        <CallPicture stream={theirPicture} label={words.pictureOf({ name })} className={styles.theirs} />
      ) : (
        <div className={styles.nobody}>
          <Avatar identifier={identifier} name={name} src={avatar} size={96} />
        </div>
      )}
      <header className={styles.header}>
        <IconButton label={words.shrink} Icon={ShrinkIcon} className={styles.shrink} onClick={onShrink} />
        <CallTitle call={call} name={name} className={styles.title} />
      </header>
      {isWaiting && (
        <p className={styles.waiting} aria-hidden="true">
          {words.status.reconnecting}
        </p>
      )}
      {ownPicture && <CallPicture stream={ownPicture} label={words.ownPicture} className={styles.own} />}
      <div className={styles.controls}>
        {children}
        <EndCallButton />
      </div>
    </section>,
    document.body,
  );
}
