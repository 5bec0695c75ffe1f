// The services of spaces: rooms, members, invitations and requests to join.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { createInvitations } from './invitations.ts';
import { createJoinRequests } from './joinRequests.ts';
import { createChangeSpace } from './spaceChange.ts';
import { createSpaceMembers } from './spaceMembers.ts';
import { createSpaces } from './spaces.ts';

interface SpacePorts extends Pick<MessageServices, 'membership' | 'notices'> {
  pictures: Pictures;
}

interface SpaceOptions {
  /** Ids of the spaces that newcomers join. */
  joinSpaces: readonly string[];
  /** Prepared pictures, as paths. */
  avatars: string[];
  banners: string[];
}

export type SpaceServices = ReturnType<typeof createSpaceServices>;

export function createSpaceServices(
  { db, bus, clock, limits, quotas, onError, onSweep }: GatewayBase,
  { membership, notices, pictures }: SpacePorts,
  { joinSpaces, avatars, banners }: SpaceOptions,
) {
  const changeSpace = createChangeSpace({ db, bus, clock, membership, notices });
  const spaceMembers = createSpaceMembers({ db, limits, quotas, changeSpace, unlimited: new Set(joinSpaces) });
  const invitations = createInvitations({ db, clock, limits, quotas });
  const joinRequests = createJoinRequests({ db, clock, limits, quotas, changeSpace, spaceMembers });
  onSweep(joinRequests.dropOld, invitations.dropOld);

  /** Adds a newcomer to the configured spaces. Failures are logged, and do not stop the rest. */
  async function autoJoin(actor: DeviceRef): Promise<void> {
    for (const spaceId of joinSpaces) {
      await spaceMembers
        .join(actor, { spaceId })
        .catch((cause: unknown) =>
          onError(new Error(`The space ${spaceId} of AMBER_JOIN could not be entered`, { cause })),
        );
    }
  }

  return {
    changeSpace,
    spaceMembers,
    invitations,
    joinRequests,
    autoJoin,
    spaces: createSpaces({ db, clock, limits, quotas, changeSpace, pictures, avatars, banners }),
  };
}
