// What is read aloud, or the voice message that plays while its conversation is not on screen.
import type { PlaybackRate, PlayerState } from '@amber/client/remote';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import { nextRate } from '@amber/client/playbackRates';
import { Fault } from '@amber/proto/faults';
import { PauseIcon, PlayIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { ChatsIcon, CloseIcon } from '@amber/ui/icons';
import { Tooltip } from '@amber/ui/Tooltip';
import { formatDuration } from '@amber/words/formats';
import type { CSSProperties, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { words } from '../words/gen/sound.ts';
import { isSpeechShown } from './isSpeechShown.ts';
import { player } from './pagePlayer.ts';
import { speech } from './pageSpeech.ts';
import styles from './SmallPlayer.module.css';

/** Stops what plays. Its button disappears with it, so the focus moves to the content of the page. */
function close(playing: { stop(): void }): void {
  playing.stop();
  document.getElementById('content')?.focus({ preventScroll: true });
}

interface PlayerBarProps {
  region: string;
  closeLabel: string;
  /** Who wrote or spoke it, and where. */
  track: { title: string; path: string };
  playing: { pause(): void; resume(): void; stop(): void };
  isPlaying: boolean;
  /** From 0 to 1. */
  played: number;
  /** The message of its failure; null otherwise. */
  problem: string | null;
  /** What follows the name, unless it has failed. */
  about: ReactNode;
  /** The rate, if it can be changed. */
  rate: PlaybackRate | null;
}

function PlayerBar({ region, closeLabel, track, playing, isPlaying, played, problem, about, rate }: PlayerBarProps) {
  return (
    <section className={styles.player} aria-label={region} style={{ '--played': played } as CSSProperties}>
      <IconButton
        label={isPlaying ? words.pause : words.play}
        Icon={isPlaying ? PauseIcon : PlayIcon}
        onClick={() => (isPlaying ? playing.pause() : playing.resume())}
      />
      <p className={styles.about}>
        <span className={styles.name}>
          <bdi>{track.title}</bdi>
        </span>
        {problem === null ? (
          about
        ) : (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
      </p>
      {rate !== null && (
        <button
          type="button"
          className={styles.speed}
          aria-label={words.speed({ rate })}
          onClick={() => player.setRate(nextRate(rate))}
        >
          {words.rate({ rate })}
        </button>
      )}
      <Tooltip text={words.back}>
        <Link className={styles.link} to={track.path} aria-label={words.back}>
          <ChatsIcon />
        </Link>
      </Tooltip>
      <IconButton label={closeLabel} Icon={CloseIcon} onClick={() => close(playing)} />
    </section>
  );
}

const playedOf = ({ at, duration }: { at: number; duration: number }): number =>
  duration > 0 ? Math.min(1, at / duration) : 0;

const isActive = (status: PlayerState['status']): boolean => status === 'playing' || status === 'loading';

const time = ({ at, duration }: { at: number; duration: number }): ReactNode => (
  <span dir="ltr">{words.of({ at: formatDuration(at), whole: formatDuration(duration) })}</span>
);

/** The whole length of a voice that is still arriving is unknown. */
const timeSoFar = ({ at }: { at: number }): ReactNode => <span dir="ltr">{formatDuration(at)}</span>;

/** Renders nothing while nothing is loaded, or the bubble of the voice message is on screen. */
export function SmallPlayer() {
  const { pathname } = useLocation();
  const playerState = useBehaviorSubject(player.state$);
  const speechState = useBehaviorSubject(speech.state$);
  if (speechState.track && isSpeechShown(speechState, playerState)) {
    const { track, status, fault, cloned } = speechState;
    const isFile = playerState.track?.id === track.id;
    const isOwnVoice = track.sealedText !== undefined;
    const voice = isOwnVoice ? words.deviceVoice : cloned ? words.clonedVoice : words.aiVoice;
    // It is shown on the page of its conversation as well: the message may be anywhere in it.
    return (
      <PlayerBar
        region={words.speechRegion}
        closeLabel={words.stopSpeech}
        track={track}
        playing={speech}
        isPlaying={isActive(status)}
        played={isFile ? playedOf(speechState) : 0}
        problem={status === 'failed' ? getVoiceErrorMessage(new Fault(fault)) : null}
        about={
          <>
            <span className={styles.voice}>{status === 'loading' ? words.speechLoading : voice}</span>
            {!isOwnVoice && status !== 'loading' && (isFile ? time(speechState) : timeSoFar(speechState))}
          </>
        }
        rate={isFile ? playerState.rate : null}
      />
    );
  }
  const { track, status, rate } = playerState;
  if (!track || track.path.split('?')[0] === pathname) return null;
  return (
    <PlayerBar
      region={words.region}
      closeLabel={words.close}
      track={track}
      playing={player}
      isPlaying={isActive(status)}
      played={playedOf(playerState)}
      problem={status === 'failed' ? words.failed : null}
      about={time(playerState)}
      rate={rate}
    />
  );
}
