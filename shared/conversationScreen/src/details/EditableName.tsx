// A name in a panel that is changed in place: a click on it shows a field.
import { Button } from '@amber/ui/Button';
import { EditIcon } from '@amber/ui/messageIcons';
import { textError } from '@amber/ui/textError';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { words } from '../words/gen/details.ts';
import styles from './EditableName.module.css';

interface EditableNameProps {
  /** The displayed name. */
  name: string;
  /** The saved value, which is edited. */
  value: string;
  label: string;
  hint?: string;
  maxLength: number;
  /** Whether an empty value can be saved. */
  optional?: boolean;
  /** A promise resolves to whether the value was saved: the field stays until it was. */
  onSave(value: string): void | Promise<boolean>;
}

/** Enter saves, Escape cancels; the focus returns to the name. */
export function EditableName({ name, ...field }: EditableNameProps) {
  const [isEditing, setIsEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <NameField {...field} onClose={() => setIsEditing(false)} />;
  return (
    <button ref={button} type="button" className={styles.name} title={field.label} onClick={() => setIsEditing(true)}>
      <span dir="auto">{name}</span>
      <EditIcon />
    </button>
  );
}

interface NameFieldProps extends Omit<EditableNameProps, 'name'> {
  onClose(): void;
}

function NameField({ value, label, hint, maxLength, optional = false, onSave, onClose }: NameFieldProps) {
  const [typed, setTyped] = useState(value);
  const [busy, setBusy] = useState(false);
  const next = typed.trim();
  const error = optional ? undefined : textError(next, label);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (error !== undefined || busy) return;
    setBusy(true);
    const isSaved = next === value || ((await onSave(next)) ?? true);
    setBusy(false);
    if (isSaved) onClose();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault(); // the panel stays
    onClose();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={handleKeyDown}>
      <TextField
        label={label}
        hint={hint}
        value={typed}
        maxLength={maxLength}
        error={error}
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
