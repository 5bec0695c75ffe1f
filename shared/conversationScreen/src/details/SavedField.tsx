// A line of text that is saved by its own button.
import { Button } from '@amber/ui/Button';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

interface SavedFieldProps {
  label: string;
  hint?: string;
  /** What is saved now. Give the field a key of it, so that a change from elsewhere shows. */
  value: string;
  maxLength: number;
  /** Whether it may be saved empty. */
  optional?: boolean;
  onSave(value: string): void;
}

/** The button appears when there is something to save. */
export function SavedField({ label, hint, value, maxLength, optional = false, onSave }: SavedFieldProps) {
  const [typed, setTyped] = useState(value);
  const next = typed.trim();
  const canSave = next !== value && (optional || next !== '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave(next);
  };
  return (
    <form className={styles.edit} onSubmit={save}>
      <TextField
        label={label}
        hint={hint}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
      />
      {canSave && (
        <Button type="submit" variant="primary">
          {words.save}
        </Button>
      )}
    </form>
  );
}
