// Does something that may be refused: busy while it lasts, a toast when it fails.
import { showToast } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useState } from 'react';

/** Whether it is under way, and how to begin; `act` resolves to whether it was done. */
export function useAct(): [busy: boolean, act: (work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
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
