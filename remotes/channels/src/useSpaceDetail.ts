// A space's public details.
import { type Asked, useAsk } from '@amber/client/ask';
import { api, events$ } from '@amber/client/engine';
import type { QuerySpaceDetailReply } from '@amber/proto';
import { useEffect } from 'react';

/** Refetched when the owner answers my request. Returns a function to retry. */
export function useSpaceDetail({
  sid,
  inviterId = '',
  invitation = '',
}: {
  sid: string;
  inviterId?: string;
  invitation?: string;
}): [Asked<QuerySpaceDetailReply>, () => void] {
  const [asked, again] = useAsk(
    () => api.groupChat.querySpaceDetail({ spaceId: sid, inviterId, invitation }),
    [sid, inviterId, invitation],
  );
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type === 'joinAnswered' && event.spaceId === sid) again();
    });
    return () => subscription.unsubscribe();
  }, [sid, again]);
  return [asked, again];
}
