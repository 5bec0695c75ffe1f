// What follows from what was stored: effects of commands beyond this device's rows, and requests to the gateway.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import type { FileReleases } from '../files/fileReleases.ts';
import type { TryAgain } from '../kit/tryAgain.ts';
import type { Command } from '../rows/command.ts';
import type { Groups } from '../chats/groups.ts';
import type { Spaces } from '../chats/spaces.ts';
import type { Encryption } from '../sealing/encryption.ts';
import type { UpkeepOnDemand } from './upkeepOnDemand.ts';
import type { FollowUp } from '../rows/noteFollowUps.ts';
import { createFollowUps, type FollowUps } from './followUps.ts';

interface ConsequencesPorts {
  db: AccountDb;
  tryAgain: TryAgain;
  groups(): Promise<Groups>;
  spaces: Spaces;
  encryption: Encryption;
  me: Device;
  upkeep: UpkeepOnDemand;
  fileReleases: FileReleases;
  warn(what: ProblemKind): (thrown: unknown) => void;
}

export interface Consequences extends FollowUps {
  /** Carries out the effects of a command. A failure is logged, not retried. */
  follow(command: Command): void;
}

/** The log entry of a failed one. */
const problemOf: Record<FollowUp['kind'], ProblemKind> = {
  group: 'group',
  space: 'space',
  devices: 'keepDevices',
  tellDevices: 'keepDevices',
  ownDevices: 'keepDevices',
  newKeys: 'newKeys',
};

export function createConsequences({
  db,
  tryAgain,
  groups,
  spaces,
  encryption,
  me,
  upkeep,
  fileReleases,
  warn,
}: ConsequencesPorts): Consequences {
  const table: Partial<Record<string, (command: Command) => Promise<void>>> = {
    resendRequest: (command) => upkeep.resends.answer(command),
    withdraw: async () => fileReleases.goOn(),
    dismissGroup: async () => fileReleases.goOn(),
  };

  return {
    follow: (command) => void table[command.cmdId]?.(command).catch(warn('followed')),
    ...createFollowUps({
      db,
      tryAgain,
      work: {
        group: ({ id }) => groups().then(({ refreshGroup }) => refreshGroup(id)),
        space: ({ id }) => spaces.refresh(id),
        async devices({ id, deviceIds, unapproved = [] }) {
          await encryption.setDevices(
            id,
            deviceIds.map((deviceId) => ({ deviceId, unapproved: unapproved.includes(deviceId) })),
          );
          if (id === me.identifier) await upkeep.ownDevices.refresh();
        },
        tellDevices: ({ at }) => upkeep.ownDevices.tell(at),
        ownDevices: ({ by, decided }) => upkeep.ownDevices.take(by, decided),
        newKeys: ({ id }) => (id === 'all' ? encryption.publishAgain() : encryption.replenish()),
      },
      failed: (kind, thrown) => warn(problemOf[kind])(thrown),
    }),
  };
}
