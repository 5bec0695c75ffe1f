// The voice message that plays while its conversation is not on screen.
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { nextRate } from '@amber/client/playbackRates';
import { PauseIcon, PlayIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { ChatsIcon, CloseIcon } from '@amber/ui/icons';
import { Tooltip } from '@amber/ui/Tooltip';
import { formatDuration } from '@amber/words/formats';
import type { CSSProperties } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { words } from '../words/gen/sound.ts';
import { player } from './pagePlayer.ts';
import styles from './SmallPlayer.module.css';

/** Stops the player. Its button disappears with it, so the focus moves to the content of the page. */
function close(): void {
  player.stop();
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Renders nothing while no voice message is loaded, or its own bubble is on screen. */
export function SmallPlayer() {
  const { pathname } = useLocation();
  const { track, status, at, duration, rate } = useBehaviorSubject(player.state$);
  if (!track || track.path.split('?')[0] === pathname) return null;
  const isPlaying = status === 'playing' || status === 'loading';
  return (
    <section
      className={styles.player}
      aria-label={words.region}
      style={{ '--played': duration > 0 ? Math.min(1, at / duration) : 0 } as CSSProperties}
    >
      <IconButton
        label={isPlaying ? words.pause : words.play}
        Icon={isPlaying ? PauseIcon : PlayIcon}
        onClick={() => (isPlaying ? player.pause() : player.resume())}
      />
      <p className={styles.about}>
        <span className={styles.name}>
          <bdi>{track.title}</bdi>
        </span>
        {status === 'failed' ? (
          <span role="alert" className={styles.problem}>
            {words.failed}
          </span>
        ) : (
          <span dir="ltr">{words.of({ at: formatDuration(at), whole: formatDuration(duration) })}</span>
        )}
      </p>
      <button
        type="button"
        className={styles.speed}
        aria-label={words.speed({ rate })}
        onClick={() => player.setRate(nextRate(rate))}
      >
        {words.rate({ rate })}
      </button>
      <Tooltip text={words.back}>
        <Link className={styles.link} to={track.path} aria-label={words.back}>
          <ChatsIcon />
        </Link>
      </Tooltip>
      <IconButton label={words.close} Icon={CloseIcon} onClick={close} />
    </section>
  );
}
