// The form that creates a deploy token for a feature, with a name.
import { Button } from '@amber/ui/Button';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useId, useState } from 'react';
import { words } from '../words/gen/admin.ts';
import styles from './DeployTokens.module.css';

interface NewTokenFormProps {
  remotes: readonly string[];
  busy: boolean;
  /** Resolves to whether the token was created. */
  onCreate(remote: string, name: string): Promise<boolean>;
}

export function NewTokenForm({ remotes, busy, onCreate }: NewTokenFormProps) {
  const [remote, setRemote] = useState('');
  const [name, setName] = useState('');
  const known = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onCreate(remote.trim(), name.trim())) setName('');
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.feature}
        hint={words.featureHint}
        list={known}
        value={remote}
        onChange={(event) => setRemote(event.target.value)}
      />
      <datalist id={known}>
        {remotes.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={!name.trim() || !remote.trim()}>
        {words.create}
      </Button>
    </form>
  );
}
