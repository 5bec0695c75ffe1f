// Alerts about problems with this browser's storage, with their solutions.
import { engineState$ } from '@amber/client/engine';
import type { StorageProblem } from '@amber/client/bus';
import { AlertIcon } from '@amber/ui/icons';
import { useEffect, useState } from 'react';
import { words } from '../words/gen/app.ts';
import styles from './StorageNotice.module.css';

/** Renders nothing while storage works. */
export function StorageNotice() {
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  useEffect(() => {
    const subscription = engineState$.subscribe((state) => setProblem(state?.storage ?? null));
    return () => subscription.unsubscribe();
  }, []);
  return (
    <div role="alert">
      {problem && (
        <p className={styles.notice}>
          <AlertIcon />
          {words.storage[problem]}
        </p>
      )}
    </div>
  );
}
