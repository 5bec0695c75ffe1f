// Does something that may fail: busy while it runs, a toast when it fails.
import { useState } from 'react';
// By its door: in a remote this is the host's, a file beside this one would be a copy.
import { showToast } from '@amber/client/engine';
import { sentenceOf } from './sentenceOf.ts';

/** Whether it is running, and how to start it; `act` resolves to whether it succeeded. A second one meanwhile is not started. */
export function useAct(): [busy: boolean, act: (work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (thrown) {
      showToast('error', sentenceOf(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, act];
}
