// Does one thing at a time for a button, and says what went wrong.
import { showToast } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useState } from 'react';

/** Whether it is under way, and how to start it; the result says whether it was done. */
export function useAct(): [busy: boolean, act: (run: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
      return true;
    } catch (thrown) {
      showToast('error', Fault.of(thrown).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return [busy, act];
}
