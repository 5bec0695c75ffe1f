// Requests the deletion of the account after the person typed a word to confirm it, and cancels it.
import { useAction } from '@amber/client/useAction';
import { engine } from '@amber/client/hostEngine';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { TextField } from '@amber/ui/TextField';
import { formatDate } from '@amber/words/formats';
import { type FormEvent, useId, useState } from 'react';
import { useDeletesAt } from '../../frame/deletesAt.ts';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { words as deletion } from '../../words/gen/deletion.ts';
import { words as settingsStrings } from '../../words/gen/settings.ts';
import styles from '../sections.module.css';

const words = settingsStrings.account;

const daysOf = (time: number) => Math.round(time / 86_400_000);

/** A card of the section 'account'. */
export function DeleteCard({ identifier }: { identifier: string }) {
  const [asking, setAsking] = useState(false);
  const deletesAt = useDeletesAt();
  const [busy, act] = useAction();
  return (
    <SettingsCard title={words.delete}>
      <p className={styles.lead}>
        {deletesAt > 0 ? deletion.title({ when: formatDate(deletesAt, 'dateAndTime') }) : words.deleteHint}
      </p>
      <div>
        {deletesAt > 0 ? (
          <Button busy={busy} onClick={() => void act(() => engine.cancelDeletion({}))}>
            {deletion.keep}
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {words.deleteAction}
          </Button>
        )}
      </div>
      {asking && deletesAt === 0 && <DeleteDialog identifier={identifier} onClose={() => setAsking(false)} />}
    </SettingsCard>
  );
}

/** Once the deletion is requested, a bar above each screen shows its date. */
function DeleteDialog({ identifier, onClose }: { identifier: string; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [busy, act] = useAction();
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== words.deleteWord) return setIsWrong(true);
    void act(() => engine.deleteAccount({ confirm: identifier })).then((isDone) => isDone && onClose());
  };
  return (
    <Dialog
      title={words.deleteTitle}
      open
      onOpenChange={(next) => !next && onClose()}
      persistent
      cancel
      actions={
        <Button variant="danger" type="submit" form={form} busy={busy}>
          {words.deleteAction}
        </Button>
      }
    >
      <p className={styles.lead}>
        {words.deleteWhen({
          days: daysOf(limits.accountDeletionAfter),
          newDays: daysOf(limits.newAccountDeletionAfter),
        })}
      </p>
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
