// Runs one action at a time, and tells which one.
import { useAction } from '@amber/client/useAction';
import { useState } from 'react';

/** The key of the running action, and a function to start one. `act` resolves to true on success. */
export function useKeyedAct(): [busy: string, act: (key: string, work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, act] = useAction();
  const [runningKey, setRunningKey] = useState('');
  return [
    busy ? runningKey : '',
    (key, work) => {
      if (!busy) setRunningKey(key);
      return act(work);
    },
  ];
}
