// Runs one keyed action at a time and returns the key of the running one.
import { useAction } from '@amber/client/useAction';
import { useState } from 'react';

/** Returns the key of the running action, and a function to start one, which resolves to true on success. */
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
