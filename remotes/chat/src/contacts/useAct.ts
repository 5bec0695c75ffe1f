// Does one thing at a time, and says what went wrong.
import { showToast } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useState } from 'react';

/** What is under way, by its key, and how to begin something. `act` is true when it has been done. */
export function useAct(): [busy: string, act: (key: string, work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState('');
  const act = async (key: string, work: () => Promise<unknown>) => {
    if (busy) return false;
    setBusy(key);
    try {
      await work();
      return true;
    } catch (thrown) {
      showToast('error', Fault.of(thrown).message);
      return false;
    } finally {
      setBusy('');
    }
  };
  return [busy, act];
}
