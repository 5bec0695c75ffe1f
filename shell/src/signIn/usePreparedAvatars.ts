// The avatars that the gateway offers.
import { api } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useEffect, useState } from 'react';

type Avatars = { status: 'loading' } | { status: 'ready'; list: string[] } | { status: 'error'; fault: Fault };

/** Their URLs, and a function to retry. */
export function usePreparedAvatars(): [Avatars, () => void] {
  const [avatars, setAvatars] = useState<Avatars>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    api.user.preparedAvatar({}).then(
      ({ list }) => wanted && setAvatars({ status: 'ready', list }),
      (thrown: unknown) => wanted && setAvatars({ status: 'error', fault: Fault.of(thrown) }),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  const askAgain = () => {
    setAvatars({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  return [avatars, askAgain];
}
