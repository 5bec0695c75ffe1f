// A space's public details.
import { type QueryState, useQuery } from '@amber/client/useQuery';
import { api, events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import type { QuerySpaceDetailReply } from '@amber/proto';
import type { JoinLink } from './joining/joinIntent.ts';

/** Refetched when the owner answers my request. Returns a function to retry. */
export function useSpaceDetail(link: JoinLink): [QueryState<QuerySpaceDetailReply>, () => void] {
  const { spaceId, inviterId, invitation } = link;
  const [request, refetch] = useQuery(
    () => api.groupChat.querySpaceDetail({ spaceId, inviterId, invitation }),
    [spaceId, inviterId, invitation],
  );
  useSubscription(events$, (event) => {
    if (event.type === 'joinAnswered' && event.spaceId === spaceId) refetch();
  });
  return [request, refetch];
}
