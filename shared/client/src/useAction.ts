// A hook that runs an asynchronous action with a busy state, and shows a toast when it fails.
import { useState } from 'react';
import { showError } from './showError.ts';

/**
 * Returns whether the action is running, and `act`, which resolves to whether it succeeded. A second call while one
 * runs is ignored.
 */
export function useAction(): [busy: boolean, act: (task: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const act = async (task: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(true);
    try {
      await task();
      return true;
    } catch (thrown) {
      showError(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, act];
}
