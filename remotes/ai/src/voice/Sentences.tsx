// The second step: reading the sentences aloud, one after the other, the consent first.
import { api } from '@amber/client/engine';
import type { VoiceTrainText } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { words } from '../words/gen/voice.ts';
import { LevelMeters } from './LevelMeters.tsx';
import { toPcm } from './pcm.ts';
import { RecordingButton } from './RecordingButton.tsx';
import { RecordingNote } from './RecordingNote.tsx';
import { useShortRecording } from './useShortRecording.ts';
import styles from './voice.module.css';

interface SentencesProps {
  texts: readonly VoiceTrainText[];
  language: string;
  /** The service that the consent is for. */
  host: string;
  onRecorded(): void;
}

export function Sentences({ texts, language, host, onRecorded }: SentencesProps) {
  const recorded = texts.filter(({ duration }) => duration > 0).length;
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      texts.findIndex(({ duration }) => duration === 0),
    ),
  );
  const [result, setResult] = useState<{ text: string; isGood: boolean } | null>(null);
  const text = texts[index];
  const { phase, toggle } = useShortRecording(async (samples) => {
    const { check } = await api.aiBot.recAIVoice({ textId: text!.id, pcm: toPcm(samples) });
    const verdict = check?.verdict ?? 'short';
    const isGood = verdict === 'good';
    setResult({ text: isGood ? words.stored : words.verdicts[verdict], isGood });
    if (isGood) onRecorded();
  });
  if (!text) return null;
  const go = (to: number) => {
    setIndex(to);
    setResult(null);
  };
  const record = () => {
    setResult(null);
    toggle();
  };
  const isLast = index === texts.length - 1;
  const isBusy = phase.is === 'starting' || phase.is === 'checking';
  const isRunning = isBusy || phase.is === 'recording';
  const goesOn = result?.isGood === true && !isLast && !isRunning;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.sentences}</h2>
      <p className={styles.muted}>{words.sentencesHint}</p>
      <label className={styles.meter}>
        <span>{words.progress({ recorded, all: texts.length })}</span>
        <progress className={styles.bar} max={texts.length} value={recorded} />
      </label>
      <p className={styles.muted}>{words.sentence({ number: index + 1, all: texts.length })}</p>
      {text.consent && <p className={styles.consent}>{words.consent({ host })}</p>}
      <p className={styles.sentence} lang={language} dir="auto">
        {text.text}
      </p>
      <LevelMeters phase={phase} />
      <RecordingNote phase={phase} result={result?.text ?? null} />
      <div className={styles.actions}>
        {/* One button for the next step: the focus stays on it from sentence to sentence. */}
        <Button variant="primary" busy={isBusy} onClick={goesOn ? () => go(index + 1) : record}>
          {phase.is === 'recording'
            ? words.stopRecording
            : goesOn
              ? words.next
              : text.duration > 0
                ? words.recordAgain
                : words.record}
        </Button>
        {goesOn && <Button onClick={record}>{words.recordAgain}</Button>}
        <RecordingButton text={text} disabled={isRunning} />
        <Button variant="quiet" disabled={index === 0 || isRunning} onClick={() => go(index - 1)}>
          {words.previous}
        </Button>
        {!goesOn && (
          <Button variant="quiet" disabled={isLast || isRunning} onClick={() => go(index + 1)}>
            {words.skip}
          </Button>
        )}
      </div>
    </section>
  );
}
