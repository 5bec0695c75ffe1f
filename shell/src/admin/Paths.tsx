// Lists the owner of each path, and reassigns, lends and frees paths.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import type { Word } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { type Column, DataTable } from '@amber/ui/DataTable';
import { PromptDialog } from '@amber/ui/PromptDialog';
import { useState } from 'react';
import { words as strings } from '../words/gen/admin.ts';
import { AssignPathForm } from './AssignPathForm.tsx';
import { patternLabel, parsePattern, remoteNameMax } from './pathPatterns.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from './DeployTokens.module.css';

const words = strings.paths;

interface PathsProps {
  owners: readonly Word[];
  onChanged(): void;
}

/** A table of paths and a form that adds one. */
export function Paths({ owners: owned, onChanged }: PathsProps) {
  const [busy, act] = useAction();
  const [transferring, setTransferring] = useState<Word | null>(null);
  const [releasing, setReleasing] = useState<Word | null>(null);
  const assignPath = async (word: Word) => {
    const isDone = await act(() => api.rollout.setWord(word));
    onChanged();
    return isDone;
  };
  const columns: readonly Column<Word>[] = [
    { title: words.path, cell: ({ pattern }) => <Path pattern={pattern} /> },
    { title: words.owner, cell: ({ remote }) => remote },
    {
      title: words.change,
      isUnlabelled: true,
      className: styles.buttons,
      cell: (word) => (
        <>
          <Button
            variant="quiet"
            aria-label={words.handOverOf({ path: patternLabel(word.pattern) })}
            onClick={() => setTransferring(word)}
          >
            {words.handOver}
          </Button>
          <Button
            variant="quiet"
            aria-label={words.freeOf({ path: patternLabel(word.pattern) })}
            onClick={() => setReleasing(word)}
          >
            {words.free}
          </Button>
        </>
      ),
    },
  ];
  return (
    <SettingsCard title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <DataTable label={words.title} columns={columns} rows={owned} keyOf={({ pattern }) => pattern} />
      <AssignPathForm owned={owned} busy={busy} onAssign={assignPath} />
      {transferring && (
        <PromptDialog
          title={words.handOverTitle({ path: patternLabel(transferring.pattern) })}
          label={strings.feature}
          hint={words.handOverHint({ remote: transferring.remote })}
          maxLength={remoteNameMax}
          action={words.handOver}
          busy={busy}
          onClose={() => setTransferring(null)}
          onSubmit={async (remote) => remote.trim() !== '' && assignPath({ ...transferring, remote: remote.trim() })}
        />
      )}
      <Confirm
        open={releasing !== null}
        title={words.freeTitle({ path: patternLabel(releasing?.pattern ?? '') })}
        text={words.freeText({ remote: releasing?.remote ?? '' })}
        action={words.free}
        onCancel={() => setReleasing(null)}
        onConfirm={() => assignPath({ pattern: releasing!.pattern, remote: '' })}
      />
    </SettingsCard>
  );
}

function Path({ pattern }: { pattern: string }) {
  const { path, isExact } = parsePattern(pattern);
  return (
    <>
      <span className={styles.name}>{path}</span>
      <span className={styles.reach}>{isExact ? words.exact : words.below}</span>
    </>
  );
}
