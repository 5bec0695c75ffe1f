// Loads the avatars that the gateway offers.
import { api } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useEffect, useState } from 'react';

type Avatars = { status: 'loading' } | { status: 'ready'; list: string[] } | { status: 'error'; fault: Fault };

/** Returns their URLs, and a function to retry. */
export function usePreparedAvatars(): [Avatars, () => void] {
  const [avatars, setAvatars] = useState<Avatars>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isMounted = true;
    api.user.preparedAvatar({}).then(
      ({ list }) => isMounted && setAvatars({ status: 'ready', list }),
      (thrown: unknown) => isMounted && setAvatars({ status: 'error', fault: Fault.of(thrown) }),
    );
    return () => {
      isMounted = false;
    };
  }, [attempt]);
  const refetch = () => {
    setAvatars({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  return [avatars, refetch];
}
