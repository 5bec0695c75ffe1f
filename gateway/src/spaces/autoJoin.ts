// Adds newcomers to the configured spaces.
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import type { SpaceMembers } from './spaceMembers.ts';

interface AutoJoinPorts {
  spaceMembers: SpaceMembers;
  /** The ids of the spaces. */
  spaceIds: readonly string[];
  onError(error: unknown): void;
}

export type AutoJoin = ReturnType<typeof createAutoJoin>;

/** Joins one space after the other. Failures are logged, and do not stop the rest. */
export const createAutoJoin =
  ({ spaceMembers, spaceIds, onError }: AutoJoinPorts) =>
  async (actor: DeviceRef): Promise<void> => {
    for (const spaceId of spaceIds) {
      await spaceMembers
        .join(actor, { spaceId })
        .catch((thrown: unknown) =>
          onError(new Error(`The space ${spaceId} of AMBER_JOIN could not be entered`, { cause: thrown })),
        );
    }
  };
