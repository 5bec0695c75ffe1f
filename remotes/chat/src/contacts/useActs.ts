// Does one of several things at a time, and says which.
import { useAct } from '@amber/client/act';
import { useState } from 'react';

/** What is under way, by its key, and how to begin something. `act` is true when it has been done. */
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
