// A text field with its own save button.
import { Button } from '@amber/ui/Button';
import { textError } from '@amber/ui/textError';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

interface SavedFieldProps {
  label: string;
  hint?: string;
  /** The saved value. Use it in the field's key, so that a change from elsewhere is displayed. */
  value: string;
  maxLength: number;
  /** Whether an empty value can be saved. */
  optional?: boolean;
  onSave(value: string): void;
}

/** The button appears when the value has changed. */
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
        error={optional || next === value ? undefined : textError(next, label)}
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
