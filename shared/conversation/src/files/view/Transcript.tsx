// The text of a voice message: the control that requests it, its progress, the text and the errors.
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import type { FileBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { cx } from '@amber/ui/cx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSpeechConsent } from '../../kit/useSpeechConsent.tsx';
import type { TimelineRow } from '../../kit/timelineRow.ts';
import type { Transcription, VoiceSource } from '../../kit/voiceSource.ts';
import { words } from '../../words/gen/voice.ts';
import styles from './Transcript.module.css';

export interface TranscriptState {
  /** The text so far; empty while there is none. */
  text: string;
  transcription: Transcription;
  /** Requests the conversion; absent where it is not possible. */
  convert?: (() => void) | undefined;
  cancel?: (() => void) | undefined;
  copy?: (() => void) | undefined;
  /** The question before the first conversion in an encrypted chat. */
  dialog: ReactNode;
}

const idle: Transcription = { status: 'idle' };

/** Returns the text of a message and the state of its conversion. A text that is stored in the row takes precedence. */
export function useTranscript(
  { message: { id, transcript }, mine }: TimelineRow,
  body: FileBody,
  source: VoiceSource | null,
  load: () => Promise<Blob>,
): TranscriptState {
  const [transcription, setTranscription] = useState<Transcription>(idle);
  const [isOffered, setIsOffered] = useState(true);
  const [ask, dialog] = useSpeechConsent();
  useEffect(() => {
    const subscription = source?.transcription$(id).subscribe(setTranscription);
    subscription?.add(source?.isOffered$.subscribe(setIsOffered));
    return () => subscription?.unsubscribe();
  }, [id, source]);
  // The text that another sender claims is no conversion: it could say what the sound does not.
  const stored = transcript?.text ?? (mine ? body.transcript : '') ?? '';
  const text =
    stored || (transcription.status === 'processing' || transcription.status === 'success' ? transcription.text : '');
  const convert = async (from: VoiceSource) => {
    try {
      if (await ask(from)) from.transcribe(id, load);
    } catch (thrown) {
      const canRetry = Fault.of(thrown).code !== 'SPEECH_NOT_SET_UP';
      setTranscription({ status: 'error', sentence: getVoiceErrorMessage(thrown), canRetry });
    }
  };
  return {
    text,
    transcription: stored ? idle : transcription,
    convert: source && isOffered && !stored ? () => void convert(source) : undefined,
    cancel: source ? () => source.cancelConversion(id) : undefined,
    copy: source && text ? () => source.copy(text) : undefined,
    dialog,
  };
}

interface Action {
  label: string;
  run(): void;
}

function actionOf({ text, transcription: { status, ...transcription }, ...controls }: TranscriptState): Action | null {
  const { convert, cancel, copy } = controls;
  if (status === 'processing') return cancel ? { label: words.cancel, run: cancel } : null;
  if (text) return copy ? { label: words.copyText, run: copy } : null;
  if (!convert) return null;
  if (status === 'idle') return { label: words.convert, run: convert };
  return 'canRetry' in transcription && transcription.canRetry ? { label: words.tryAgain, run: convert } : null;
}

/** The message takes the focus of the button when nothing replaces it. */
function ActionButton({ label, run, tabIndex }: Action & { tabIndex: number }) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button === document.activeElement) button?.closest('article')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button ref={ref} type="button" className={styles.action} tabIndex={tabIndex} onClick={run}>
      {label}
    </button>
  );
}

/** Rendered on the line of the player. The steps share one button, so that it keeps the focus. */
export function TranscriptButton({ transcript, tabIndex }: { transcript: TranscriptState; tabIndex: number }) {
  const action = actionOf(transcript);
  return action && <ActionButton {...action} tabIndex={tabIndex} />;
}

/** Rendered below the player. A screen reader hears the result, but not each part of it. */
export function Transcript({ transcript: { text, transcription, dialog } }: { transcript: TranscriptState }) {
  const isProcessing = transcription.status === 'processing';
  const hasNote = isProcessing || transcription.status === 'error';
  return (
    <>
      {(text || hasNote) && (
        <div className={styles.transcript} role="status" aria-busy={isProcessing || undefined}>
          {text && (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
          {hasNote && (
            <p className={cx(styles.note, !isProcessing && styles.problem)}>
              {transcription.status === 'error' ? transcription.sentence : words.converting}
            </p>
          )}
        </div>
      )}
      {dialog}
    </>
  );
}
