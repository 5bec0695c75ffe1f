// The bar that records a voice message in the place of the text box, and the row above it for one that was not sent.
import type { ActiveRecording, RecordingState } from '@amber/client/sound';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { cx } from '@amber/ui/cx';
import { PauseIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon, LockIcon, MicrophoneIcon, SendIcon } from '@amber/ui/icons';
import { DeleteIcon } from '@amber/ui/messageIcons';
import { StopIcon } from '@amber/ui/moreIcons';
import { useLayer } from '@amber/ui/useLayer';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { VoiceDraft } from '@amber/client/bus';
import { formatDuration } from '@amber/words/formats';
import { words as fileWords } from '../words/gen/files.ts';
import { useElementPlayback } from '../files/view/useElementPlayback.tsx';
import { VoicePlayer } from '../files/view/VoicePlayer.tsx';
import { Waveform } from '../files/view/Waveform.tsx';
import { useSpeechConsent } from '../kit/useSpeechConsent.tsx';
import { useStableCallback } from '../kit/useStableCallback.ts';
import type { LoadVoiceSource } from '../kit/voiceSource.ts';
import { words } from '../words/gen/voice.ts';
import type { VoiceBarProps } from './Composer.tsx';
import { type Hold, useHold } from './useHold.ts';
import { type DraftReason, useVoiceRecording } from './useVoiceRecording.ts';
import styles from './RecordingBar.module.css';

/** A shorter recording is cancelled without a question. In milliseconds. */
const confirmAfter = 3_000;

const noState: RecordingState = { status: 'recording', duration: 0, level: 0, levels: [] };

function useRecordingState(active: ActiveRecording | null): RecordingState {
  const [state, setState] = useState(noState);
  useEffect(() => {
    const subscription = active?.state$.subscribe(setState);
    return () => subscription?.unsubscribe();
  }, [active]);
  return state;
}

/** Returns why the draft is shown; empty if the user has just stopped. */
function reasonText(reason: DraftReason): string {
  if (reason === 'full') return words.full({ length: formatDuration(limits.voiceMax) });
  return reason === 'stopped' ? '' : words.reasons[reason];
}

/** The width of the live waveform, in levels: it fills from its end. */
const shownLevels = 48;
const paddedLevels = (levels: readonly number[]): number[] =>
  [...Array.from({ length: shownLevels }, () => 0), ...levels].slice(-shownLevels);

function DraftPlayer({ draft }: { draft: VoiceDraft }) {
  const [playback, element] = useElementPlayback(draft.blob, draft.duration);
  return (
    <div className={styles.draft}>
      {element}
      <VoicePlayer
        playback={playback}
        waveform={draft.waveform}
        problem={playback.status === 'failed' ? fileWords.notPlayed : ''}
      />
    </div>
  );
}

interface RecordingBarProps extends VoiceBarProps {
  loadSource: LoadVoiceSource;
  /** Saves the draft of the text at once. */
  saveDraft(): void;
}

function useVoiceBar({ start, ...props }: RecordingBarProps) {
  const [askConsent, consentDialog] = useSpeechConsent();
  const [isAsking, setIsAsking] = useState(false);
  const recording = useVoiceRecording({ ...props, askConsent, isDraft: start === 'draft' });
  const { phase } = recording;
  const active = phase.is === 'recording' ? phase.active : null;
  const live = useRecordingState(active);
  const draft = 'draft' in phase ? phase.draft : null;
  const requestCancel = () => {
    if (phase.is === 'failed') return recording.close();
    if (phase.is === 'sending') return;
    if ((draft?.duration ?? live.duration) <= confirmAfter) return recording.cancel();
    // What is said while the question is open is not meant to be recorded.
    active?.pause();
    setIsAsking(true);
  };
  const onClosed = useStableCallback(props.onClosed);
  // This cleanup runs when the bar is removed and the text box is visible again.
  useEffect(() => onClosed, [onClosed]);
  const dialogs = (
    <>
      <Confirm
        open={isAsking}
        title={words.cancelTitle}
        text={words.cancelText}
        action={words.cancelAction}
        cancel={words.keep}
        onConfirm={recording.cancel}
        onCancel={() => setIsAsking(false)}
      />
      {consentDialog}
    </>
  );
  return { recording, active, live, draft, requestCancel, dialogs };
}

interface BarContentProps {
  bar: ReturnType<typeof useVoiceBar>;
  hold: Hold;
  /** The button that is most likely pressed next. */
  next: RefObject<HTMLButtonElement | null> | null;
}

function BarContent({ bar: { recording, active, live, draft, requestCancel, dialogs }, hold, next }: BarContentProps) {
  const { phase } = recording;
  const progress = hold.is === 'held' && (phase.is === 'starting' || active) ? hold.progress : null;
  const isHandsFree = active !== null && !progress;
  const isPaused = live.status === 'paused' || live.status === 'interrupted';
  const isBusy = phase.is === 'storing' || phase.is === 'sending' || phase.is === 'converting';
  const isConverting = phase.is === 'converting' || (phase.is === 'sending' && phase.withText);
  const levels = useMemo(() => paddedLevels(live.levels), [live.levels]);

  const problem = phase.is === 'draft' ? phase.problem : phase.is === 'failed' ? phase.sentence : '';
  const note = isConverting
    ? words.steps.converting
    : phase.is === 'draft'
      ? reasonText(phase.reason)
      : active && live.status === 'interrupted'
        ? words.interrupted
        : active && !isPaused && hold.is === 'locked'
          ? words.locked
          : '';
  const step = active ? (isPaused ? words.paused : words.recording) : isBusy ? words.steps[phase.is] : '';
  return (
    <>
      <VisuallyHidden>
        <span role="status">{note || step}</span>
      </VisuallyHidden>
      {(problem || note) && (
        <p className={cx(styles.note, problem && styles.problem)} role={problem ? 'alert' : undefined}>
          {problem || note}
        </p>
      )}
      <div className={cx(styles.row, !progress && styles.wrapping)}>
        {progress ? (
          <span
            className={styles.slide}
            style={{ '--slid': progress.cancel } as CSSProperties} // fades while the pointer slides
          >
            {words.slideToCancel}
          </span>
        ) : (
          <IconButton
            label={phase.is === 'failed' ? words.close : words.cancelRecording}
            Icon={phase.is === 'failed' ? CloseIcon : DeleteIcon}
            disabled={phase.is === 'sending'}
            onClick={requestCancel}
          />
        )}
        {active && (
          <>
            <span className={cx(styles.dot, isPaused && styles.still)} aria-hidden="true" />
            <span className={styles.time} role="timer" aria-label={words.length}>
              {formatDuration(live.duration)}
            </span>
            <span className={styles.level}>
              <Waveform values={levels} peak={1} played={isPaused ? 0 : 1} />
            </span>
          </>
        )}
        {(phase.is === 'starting' || phase.is === 'storing' || (phase.is === 'sending' && !draft)) && (
          <span className={styles.waits}>{words.steps[phase.is]}</span>
        )}
        {draft && <DraftPlayer draft={draft} />}
        {progress && (
          <>
            <span
              className={styles.lock}
              style={{ '--slid': progress.lock } as CSSProperties}
              title={words.slideToLock}
            >
              <LockIcon />
            </span>
            <span className={styles.held} aria-hidden="true">
              <MicrophoneIcon />
            </span>
          </>
        )}
        {active && !progress && (
          <>
            <IconButton
              label={isPaused ? words.resume : words.pause}
              Icon={isPaused ? MicrophoneIcon : PauseIcon}
              onClick={() => (isPaused ? active.resume() : active.pause())}
            />
            <IconButton ref={next} label={words.stop} Icon={StopIcon} onClick={recording.stopToListen} />
          </>
        )}
        {isConverting && (
          <Button onClick={recording.cancelConversion}>
            {phase.is === 'sending' ? words.sendWithoutText : words.cancel}
          </Button>
        )}
        {phase.is === 'draft' && phase.isUnconverted && (
          <Button onClick={recording.sendWithoutText}>{words.sendWithoutText}</Button>
        )}
        {recording.canDictate && (isHandsFree || phase.is === 'draft') && (
          <Button variant="quiet" onClick={recording.dictate}>
            {words.dictate}
          </Button>
        )}
        {(isHandsFree || draft) && phase.is !== 'converting' && (
          <IconButton
            ref={active ? null : next}
            className={styles.send}
            label={words.send}
            Icon={SendIcon}
            variant="primary"
            disabled={isBusy}
            onClick={recording.send}
          />
        )}
        {phase.is === 'failed' && (
          <Button ref={next} onClick={recording.retry}>
            {words.tryAgain}
          </Button>
        )}
      </div>
      {dialogs}
    </>
  );
}

/** A row above the text box. It never takes the focus: who opens a chat and types must not send or delete it. */
function DraftRow(props: RecordingBarProps) {
  const bar = useVoiceBar(props);
  if (bar.recording.phase.is === 'starting') return null;
  return (
    <div className={styles.found} role="group" aria-label={words.bar}>
      <BarContent bar={bar} hold={{ is: 'click' }} next={null} />
    </div>
  );
}

function LiveBar(props: RecordingBarProps) {
  const bar = useVoiceBar(props);
  const { recording, requestCancel } = bar;
  const { is } = recording.phase;
  const hold = useHold(props.start, {
    phase: is === 'starting' || is === 'recording' ? is : 'over',
    onCancel: recording.cancel,
    onRelease: recording.send,
  });
  const layer = useLayer<HTMLDivElement>(requestCancel);

  // The bar was opened by a click or a key, so it must not lose the focus.
  const next = useRef<HTMLButtonElement>(null);
  const step = is === 'recording' && hold.is === 'held' ? 'held' : is;
  useEffect(() => {
    if (step === 'recording' || step === 'draft' || step === 'failed') next.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div {...layer} className={styles.bar} role="group" aria-label={words.bar}>
      <BarContent bar={bar} hold={hold} next={next} />
    </div>
  );
}

/**
 * While a press is held, sliding cancels or locks and letting go sends. Otherwise the bar has a button for each step.
 * Escape cancels.
 */
export const RecordingBar = (props: RecordingBarProps) =>
  props.start === 'draft' ? <DraftRow {...props} /> : <LiveBar {...props} />;
