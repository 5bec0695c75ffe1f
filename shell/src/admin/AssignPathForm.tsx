// The form that assigns a path to a feature, or lends it a path below another feature's.
import type { Word } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { type FormEvent, useId, useState } from 'react';
import { words as strings } from '../words/gen/admin.ts';
import { patternOf, remoteNameMax } from './pathPatterns.ts';
import styles from './DeployTokens.module.css';

const words = strings.paths;

interface AssignPathFormProps {
  owned: readonly Word[];
  busy: boolean;
  /** Resolves to whether the path was assigned. */
  onAssign(word: Word): Promise<boolean>;
}

/** The form has no path that is already owned: those are reassigned from their table row. */
export function AssignPathForm({ owned, busy, onAssign }: AssignPathFormProps) {
  const [path, setPath] = useState('');
  const [remote, setRemote] = useState('');
  const [isExact, setIsExact] = useState(false);
  const [error, setError] = useState<string>();
  const known = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const pattern = patternOf(path, isExact);
    if (pattern === null) return setError(words.wrong);
    const owner = owned.find((word) => word.pattern === pattern)?.remote;
    if (owner !== undefined) return setError(words.taken({ remote: owner }));
    setError(undefined);
    if (await onAssign({ pattern, remote: remote.trim() })) setPath('');
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.path}
        hint={words.pathHint}
        error={error}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <TextField
        label={words.borrower}
        hint={strings.featureHint}
        list={known}
        maxLength={remoteNameMax}
        value={remote}
        onChange={(event) => setRemote(event.target.value)}
      />
      <datalist id={known}>
        {[...new Set(owned.map((word) => word.remote))].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div className={styles.switch}>
        <Switch label={words.onlyThis} checked={isExact} onChange={setIsExact} />
      </div>
      <Button type="submit" busy={busy} disabled={!path.trim() || !remote.trim()}>
        {words.lend}
      </Button>
    </form>
  );
}
