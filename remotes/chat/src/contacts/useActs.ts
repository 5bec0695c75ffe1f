// Runs one action at a time, and tells which one.
import { useAct } from '@amber/client/act';
import { useState } from 'react';

/** The key of the running action, and a function to start one. `act` resolves to true on success. */
export function useActs(): [busy: string, act: (key: string, work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, act] = useAct();
  const [which, setWhich] = useState('');
  return [
    busy ? which : '',
    (key, work) => {
      if (!busy) setWhich(key);
      return act(work);
    },
  ];
}
