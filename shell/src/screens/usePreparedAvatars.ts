// The avatars that the gateway offers.
import { api } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';

type Avatars = { status: 'loading' } | { status: 'ready'; list: string[] } | { status: 'error'; fault: Fault };

/** Their addresses, and how to ask again when that failed. */
export function usePreparedAvatars(): [Avatars, () => void] {
  const [avatars, setAvatars] = useState<Avatars>({ status: 'loading' });
  const ask = useCallback(() => {
    setAvatars({ status: 'loading' });
    api.user.preparedAvatar({}).then(
      ({ list }) => setAvatars({ status: 'ready', list }),
      (thrown: unknown) => setAvatars({ status: 'error', fault: Fault.of(thrown) }),
    );
  }, []);
  useEffect(ask, [ask]);
  return [avatars, ask];
}
