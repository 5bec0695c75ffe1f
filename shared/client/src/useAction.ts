// Does something that may fail: busy while it runs, a toast when it fails.
import { useState } from 'react';
// By its door: in a remote this is the host's, a file beside this one would be a copy.
import { showToast } from '@amber/client/engine';
import { getErrorMessage } from './getErrorMessage.ts';

/** Whether it is running, and how to start it; `act` resolves to whether it succeeded. A second one meanwhile is not started. */
export function useAction(): [busy: boolean, act: (task: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const act = async (task: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(true);
    try {
      await task();
      return true;
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, act];
}
