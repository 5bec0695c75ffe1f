// Alerts about problems with this browser's storage, with their solutions.
import { engineState$ } from '@amber/client/hostEngine';
import type { StorageProblem } from '@amber/client/bus';
import { useSubscription } from '@amber/client/useSubscription';
import { AlertIcon } from '@amber/ui/icons';
import { useState } from 'react';
import { words } from '../words/gen/app.ts';
import styles from './StorageNotice.module.css';

/** Renders nothing while storage works. */
export function StorageNotice() {
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  useSubscription(engineState$, (state) => setProblem(state?.storage ?? null));
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
