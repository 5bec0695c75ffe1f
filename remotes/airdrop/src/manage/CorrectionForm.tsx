// The form that adds a dated correction to a campaign that has begun.
import { useAction } from '@amber/client/useAction';
import { api, showToast } from '@amber/client/engine';
import type { CampaignCorrection } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { TextArea } from '@amber/ui/TextArea';
import { useState } from 'react';
import { words as all } from '../words/gen/manage.ts';
import styles from './Editor.module.css';

const words = all.form;

interface CorrectionFormProps {
  id: string;
  /** The number of corrections that the campaign already has. */
  count: number;
  /** Receives all corrections after a new one was added. */
  onCorrected(corrections: CampaignCorrection[]): void;
}

/** It has a button of its own, because a correction is public at once and cannot be changed. */
export function CorrectionForm({ id, count, onCorrected }: CorrectionFormProps) {
  const [text, setText] = useState('');
  const [busy, act] = useAction();
  const publish = async () => {
    const succeeded = await act(async () =>
      onCorrected((await api.airdrop.correct({ id, text })).campaign!.corrections),
    );
    if (!succeeded) return;
    setText('');
    showToast('success', words.corrected);
  };
  if (count >= limits.campaignCorrectionsMax) return <p className={styles.fixed}>{words.correctionsFull({ count })}</p>;
  return (
    <section className={styles.correction} aria-label={words.correction}>
      <TextArea
        label={words.correction}
        hint={words.correctionHint}
        value={text}
        rows={3}
        maxLength={limits.campaignCorrectionMax}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button busy={busy} disabled={text.trim() === ''} onClick={() => void publish()}>
          {words.addCorrection}
        </Button>
      </div>
    </section>
  );
}
