// Side effects of stored messages: effects of commands beyond this device's rows, and requests to the gateway.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import type { FileReleases } from '../files/fileReleases.ts';
import type { Retrier } from '../kit/retrier.ts';
import type { Command } from '../rows/command.ts';
import type { Groups } from '../chats/groups.ts';
import type { Spaces } from '../chats/spaces.ts';
import type { Encryption } from '../sealing/encryption.ts';
import type { MaintenanceOnDemand } from './maintenanceOnDemand.ts';
import type { FollowUp } from '../rows/enqueueFollowUps.ts';
import { createFollowUps, type FollowUps } from './followUps.ts';

interface SideEffectsPorts {
  db: AccountDb;
  retrier: Retrier;
  groups(): Promise<Groups>;
  spaces: Spaces;
  encryption: Encryption;
  me: Device;
  maintenance: MaintenanceOnDemand;
  fileReleases: FileReleases;
  warn(kind: ProblemKind): (thrown: unknown) => void;
}

export interface SideEffects extends FollowUps {
  /** Runs the side effects of a command. A failure is logged, not retried. */
  runSideEffects(command: Command): void;
}

/** The kind of problem that is logged when a follow-up request fails. */
const problemKindOf: Record<FollowUp['kind'], ProblemKind> = {
  group: 'group',
  space: 'space',
  devices: 'keepDevices',
  tellDevices: 'keepDevices',
  ownDevices: 'keepDevices',
  newKeys: 'newKeys',
};

export function createSideEffects({
  db,
  retrier,
  groups,
  spaces,
  encryption,
  me,
  maintenance,
  fileReleases,
  warn,
}: SideEffectsPorts): SideEffects {
  const effects: Partial<Record<string, (command: Command) => Promise<void>>> = {
    resendRequest: (command) => maintenance.resends.resend(command),
    withdraw: async () => fileReleases.flush(),
    dismissGroup: async () => fileReleases.flush(),
  };

  return {
    runSideEffects: (command) => void effects[command.cmdId]?.(command).catch(warn('followed')),
    ...createFollowUps({
      db,
      retrier,
      handlers: {
        group: ({ id }) => groups().then(({ refreshGroup }) => refreshGroup(id)),
        space: ({ id }) => spaces.refresh(id),
        async devices({ id, deviceIds, unapproved = [] }) {
          await encryption.setDevices(
            id,
            deviceIds.map((deviceId) => ({ deviceId, unapproved: unapproved.includes(deviceId) })),
          );
          if (id === me.identifier) await maintenance.ownDevices.refresh();
        },
        tellDevices: ({ at }) => maintenance.ownDevices.sendDecisions(at),
        ownDevices: ({ by, decided }) => maintenance.ownDevices.applyDecisions(by, decided),
        newKeys: ({ id }) => (id === 'all' ? encryption.republish() : encryption.replenish()),
      },
      onError: (kind, thrown) => warn(problemKindOf[kind])(thrown),
    }),
  };
}
