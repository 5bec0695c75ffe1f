// One of my spaces, from the local database; refreshed when opened.
import { useQuery } from '@amber/client/useQuery';
import type { SpaceRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { type Rooms, roomsOf } from '@amber/client/rooms';
import type { Fault } from '@amber/proto/faults';

export type SpaceState =
  | { status: 'loading' }
  /** `isRefreshed`: the refresh has finished or failed. */
  | { status: 'ready'; space: SpaceRow; rooms: Rooms; isRefreshed: boolean }
  /** I am not a member. */
  | { status: 'stranger' }
  | { status: 'error'; fault: Fault }
  /** This device's database failed. */
  | { status: 'error'; cause: unknown };

/** Returns the space, and a function to retry. Use it in a component with a key per space. */
export function useSpace(sid: string): [SpaceState, () => void] {
  const [request, refetch] = useQuery(() => engine.refreshSpace({ spaceId: sid }), [sid]);
  const live = useLive(
    async (db) => {
      const [space, conversations] = await Promise.all([
        db.spaces.get(sid),
        db.conversations.where({ spaceId: sid }).toArray(),
      ]);
      return { space, rooms: roomsOf(sid, space, conversations) };
    },
    [sid],
  );
  if (live.status !== 'ready') return [live, refetch];
  const { space, rooms } = live.rows;
  // Local data is shown even if the gateway cannot be reached.
  if (space) return [{ status: 'ready', space, rooms, isRefreshed: request.status !== 'loading' }, refetch];
  if (request.status === 'error') return [request, refetch];
  return [{ status: request.status === 'ready' && !request.answer ? 'stranger' : 'loading' }, refetch];
}

/** Returns the id of a room that all members of the space are in: one that is visible to everyone. */
export const roomOfAllMembers = ({ chat, other }: Rooms): string | undefined =>
  [...chat, ...other].find(({ groupSetting }) => groupSetting?.visibility)?.conversionId;
