// Which feature owns which path: listed, handed over, lent, freed.
import { useAct } from '@amber/client/act';
import { api } from '@amber/client/engine';
import type { Word } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { LineDialog } from '@amber/ui/LineDialog';
import { useState } from 'react';
import { words as strings } from '../words/gen/admin.ts';
import { LendForm } from './LendForm.tsx';
import { nameOf, pathOf, remoteNameMax } from './lend.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from './DeployTokens.module.css';
import table from '@amber/ui/table.module.css';

const words = strings.paths;

interface PathsProps {
  words: readonly Word[];
  onChanged(): void;
}

/** A table, and a form for one more row. */
export function Paths({ words: owned, onChanged }: PathsProps) {
  const [busy, act] = useAct();
  const [handing, setHanding] = useState<Word | null>(null);
  const [freeing, setFreeing] = useState<Word | null>(null);
  const give = async (word: Word) => {
    const isDone = await act(() => api.rollout.setWord(word));
    onChanged();
    return isDone;
  };
  return (
    <SettingsCard title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <div className={table.scroll} role="region" aria-label={words.title} tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{words.path}</th>
              <th scope="col">{words.owner}</th>
              <th scope="col">{words.change}</th>
            </tr>
          </thead>
          <tbody>
            {owned.map((word) => {
              const { path, isExact } = pathOf(word.pattern);
              return (
                <tr key={word.pattern}>
                  <td>
                    <span className={styles.name}>{path}</span>
                    <span className={styles.reach}>{isExact ? words.exact : words.below}</span>
                  </td>
                  <td data-label={words.owner}>{word.remote}</td>
                  <td className={styles.buttons}>
                    <Button
                      look="quiet"
                      aria-label={words.handOverOf({ path: nameOf(word.pattern) })}
                      onClick={() => setHanding(word)}
                    >
                      {words.handOver}
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={words.freeOf({ path: nameOf(word.pattern) })}
                      onClick={() => setFreeing(word)}
                    >
                      {words.free}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <LendForm owned={owned} busy={busy} onLend={give} />
      {handing && (
        <LineDialog
          title={words.handOverTitle({ path: nameOf(handing.pattern) })}
          label={strings.feature}
          hint={words.handOverHint({ remote: handing.remote })}
          maxLength={remoteNameMax}
          action={words.handOver}
          busy={busy}
          onClose={() => setHanding(null)}
          onSubmit={async (remote) => remote.trim() !== '' && give({ ...handing, remote: remote.trim() })}
        />
      )}
      <Confirm
        open={freeing !== null}
        title={words.freeTitle({ path: nameOf(freeing?.pattern ?? '') })}
        text={words.freeText({ remote: freeing?.remote ?? '' })}
        action={words.free}
        onCancel={() => setFreeing(null)}
        onConfirm={() => give({ pattern: freeing!.pattern, remote: '' })}
      />
    </SettingsCard>
  );
}
