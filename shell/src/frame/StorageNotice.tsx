// Alerts about problems with this browser's storage, with their solutions.
import { engineState$ } from '@amber/client/hostEngine';
import type { StorageProblem } from '@amber/client/bus';
import { useSubscription } from '@amber/client/useSubscription';
import { useState } from 'react';
import { lazyWithRetry } from './lazyWithRetry.tsx';

const StorageProblemText = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './StorageProblemText.tsx')).StorageProblemText,
);

/** Renders nothing while storage works. */
export function StorageNotice() {
  const [problem, setProblem] = useState<StorageProblem | null>(null);
  useSubscription(engineState$, (state) => setProblem(state?.storage ?? null));
  return <div role="alert">{problem && <StorageProblemText problem={problem} />}</div>;
}
