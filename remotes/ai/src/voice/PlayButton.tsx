// A button that plays a sound with the player of the app, and stops it.
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import { type HostSound, hostSound } from '@amber/client/sound';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { PlayIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { StopIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { words } from '../words/gen/voice.ts';
import styles from './voice.module.css';

interface PlayButtonProps {
  /** Unique among the sounds of the app. */
  id: string;
  /** What is played, as the player shows it. */
  title: string;
  /** The name of the button while nothing is played. */
  label: string;
  /** In milliseconds, as far as it is known. */
  duration: number;
  load(): Promise<Blob>;
}

/** Renders nothing with a host that cannot play sounds. */
export function PlayButton(props: PlayButtonProps) {
  const sound = hostSound();
  return sound ? <HostPlayButton {...props} player={sound.player} /> : null;
}

function HostPlayButton({ id, title, label, duration, load, player }: PlayButtonProps & Pick<HostSound, 'player'>) {
  const { track, status } = useBehaviorSubject(player.state$);
  // The small player leads back here, and is not shown here: this button stops the sound.
  const { pathname, search } = useLocation();
  const [problem, setProblem] = useState('');
  const isMine = track?.id === id;
  const isOn = isMine && (status === 'loading' || status === 'playing');
  const play = () => {
    setProblem('');
    player.play(
      {
        id,
        conversationId: '',
        title,
        path: `${pathname}${search}`,
        duration,
        load: () =>
          load().catch((thrown: unknown) => {
            setProblem(getVoiceErrorMessage(thrown));
            throw thrown;
          }),
      },
      0,
    );
  };
  return (
    <span className={styles.play}>
      <IconButton
        label={isOn ? words.stop : label}
        Icon={isOn ? StopIcon : PlayIcon}
        aria-busy={(isMine && status === 'loading') || undefined}
        onClick={() => (isOn ? player.stop() : play())}
      />
      {(problem || (isMine && status === 'failed')) && (
        <span className={styles.problem} role="alert">
          {problem || words.notPlayed}
        </span>
      )}
    </span>
  );
}
