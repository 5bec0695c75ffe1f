// Makes a deploy token: for which feature, and under which name.
import { Button } from '@amber/ui/Button';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useState } from 'react';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

interface NewTokenFormProps {
  remotes: readonly string[];
  busy: boolean;
  /** Resolves to whether it was made. */
  onCreate(remote: string, name: string): Promise<boolean>;
}

/** A form. */
export function NewTokenForm({ remotes, busy, onCreate }: NewTokenFormProps) {
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const remote = chosen || remotes[0] || '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onCreate(remote, name.trim())) setName('');
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <label className={styles.choice}>
        {words.feature}
        <select className={styles.select} value={remote} onChange={(event) => setChosen(event.target.value)}>
          {remotes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={!name.trim() || !remote}>
        {words.create}
      </Button>
    </form>
  );
}
