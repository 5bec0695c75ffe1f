// The buttons below an answer of a bot that read it aloud, pause and stop.
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import { Fault } from '@amber/proto/faults';
import { direction } from '@amber/ui/direction';
import { PauseIcon, PlayIcon } from '@amber/ui/fileIcons';
import { RetryIcon } from '@amber/ui/messageIcons';
import { SpeakerIcon, StopIcon } from '@amber/ui/moreIcons';
import { type ComponentType, useRef } from 'react';
import { words } from '../words/gen/readAloud.ts';
import { type SpeechService, useMessageSpeech } from './useMessageSpeech.ts';
import styles from './ReadAloudButton.module.css';

interface ReadAloudButtonProps {
  id: string;
  speech: SpeechService;
  tabIndex: number;
  onRead(): void;
}

interface MainButton {
  label: string;
  Icon: ComponentType;
  onClick(): void;
}

export function ReadAloudButton({ id, speech, tabIndex, onRead }: ReadAloudButtonProps) {
  const state = useMessageSpeech(speech, id);
  // One button for all states, so that it keeps the focus.
  const mainButton = useRef<HTMLButtonElement>(null);
  const hasFailed = typeof state === 'object';
  const pause = { label: words.pause, Icon: PauseIcon, onClick: speech.pause };
  const mainButtons: Record<Exclude<typeof state, object>, MainButton> = {
    silent: { label: words.read, Icon: SpeakerIcon, onClick: onRead },
    loading: pause,
    playing: pause,
    paused: { label: words.goOn, Icon: PlayIcon, onClick: speech.resume },
  };
  const main = hasFailed ? { label: words.tryAgain, Icon: RetryIcon, onClick: onRead } : mainButtons[state];
  const stop = () => {
    speech.stop();
    mainButton.current?.focus();
  };
  return (
    <span className={styles.speech} data-speech={hasFailed ? 'failed' : state} dir={direction()}>
      <button
        ref={mainButton}
        type="button"
        className={styles.button}
        aria-label={main.label}
        title={main.label}
        aria-busy={state === 'loading' || undefined}
        tabIndex={tabIndex}
        onClick={main.onClick}
      >
        <main.Icon />
      </button>
      {state !== 'silent' && (
        <button
          type="button"
          className={styles.button}
          aria-label={words.stop}
          title={words.stop}
          tabIndex={tabIndex}
          onClick={stop}
        >
          <StopIcon />
        </button>
      )}
      {state === 'loading' && <span role="status">{words.loading}</span>}
      {hasFailed && (
        <span role="alert" className={styles.problem}>
          {getVoiceErrorMessage(new Fault(state.fault))}
        </span>
      )}
    </span>
  );
}
