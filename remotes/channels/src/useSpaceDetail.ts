// A space's public details.
import { type QueryState, useQuery } from '@amber/client/useQuery';
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
}): [QueryState<QuerySpaceDetailReply>, () => void] {
  const [request, refetch] = useQuery(
    () => api.groupChat.querySpaceDetail({ spaceId: sid, inviterId, invitation }),
    [sid, inviterId, invitation],
  );
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type === 'joinAnswered' && event.spaceId === sid) refetch();
    });
    return () => subscription.unsubscribe();
  }, [sid, refetch]);
  return [request, refetch];
}
