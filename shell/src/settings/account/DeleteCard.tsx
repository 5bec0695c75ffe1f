// Deletes the account, after the person typed a word to confirm.
import { useAct } from '@amber/client/act';
import { engine } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useId, useState } from 'react';
import { SettingsCard } from '../SettingsCard.tsx';
import { words as settingsStrings } from '../../words/gen/settings.ts';
import styles from '../sections.module.css';

const words = settingsStrings.account;

/** A card of the section 'account'. */
export function DeleteCard({ identifier }: { identifier: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsCard title={words.delete}>
      <p className={styles.lead}>{words.deleteHint}</p>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          {words.deleteAction}
        </Button>
      </div>
      {asking && <DeleteDialog identifier={identifier} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}

/** Deleting ends the session, and the app goes to the sign-in. */
function DeleteDialog({ identifier, onClose }: { identifier: string; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [busy, act] = useAct();
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === words.deleteWord) void act(() => engine.deleteAccount({ confirm: identifier }));
    else setIsWrong(true);
  };
  return (
    <Dialog
      title={words.deleteTitle}
      open
      onOpenChange={(next) => !next && onClose()}
      stays
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {settingsStrings.cancel}
          </Button>
          <Button look="danger" type="submit" form={form} busy={busy}>
            {words.deleteAction}
          </Button>
        </>
      }
    >
      <ul className={styles.points}>
        {words.deleteMeans.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={words.deleteConfirm({ word: words.deleteWord })}
          value={typed}
          autoCapitalize="characters"
          error={isWrong ? words.deleteWrong({ word: words.deleteWord }) : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsWrong(false);
          }}
        />
      </form>
    </Dialog>
  );
}
