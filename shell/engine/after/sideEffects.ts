// Side effects of stored messages: effects of commands beyond this device's rows, and requests to the gateway.
import type { AccountContext } from '../kit/accountContext.ts';
import type { FileReleases } from '../files/fileReleases.ts';
import type { Command } from '../rows/command.ts';
import type { Groups } from '../chats/groups.ts';
import type { Spaces } from '../chats/spaces.ts';
import type { Encryption } from '../sealing/encryption.ts';
import type { MaintenanceOnDemand } from './maintenanceOnDemand.ts';
import { createFollowUps, type FollowUps } from './followUps.ts';

interface SideEffectsPorts extends Pick<AccountContext, 'db' | 'me' | 'retrier' | 'warn'> {
  groups: Groups;
  spaces: Spaces;
  encryption: Encryption;
  maintenance: MaintenanceOnDemand;
  fileReleases: FileReleases;
}

export interface SideEffects extends FollowUps {
  /** Runs the side effects of a command. A failure is logged, not retried. */
  runSideEffects(command: Command): void;
}

export function createSideEffects(ports: SideEffectsPorts): SideEffects {
  const { groups, spaces, encryption, me, maintenance, fileReleases, warn } = ports;
  const effects: Partial<Record<string, (command: Command) => Promise<void>>> = {
    resendRequest: (command) => maintenance.resends.resend(command),
    withdraw: async () => fileReleases.flush(),
    dismissGroup: async () => fileReleases.flush(),
  };

  return {
    runSideEffects: (command) => void effects[command.cmdId]?.(command).catch(warn('followed')),
    ...createFollowUps({
      ...ports,
      handlers: {
        group: ({ id }) => groups.refreshGroup(id),
        space: ({ id }) => spaces.refresh(id),
        async devices({ id, deviceIds, unapproved = [] }) {
          await encryption.setDevices(
            id,
            deviceIds.map((deviceId) => ({ deviceId, unapproved: unapproved.includes(deviceId) })),
          );
          if (id === me.identifier) await maintenance.ownDevices.refresh();
        },
        tellDevices: ({ at }) => maintenance.ownDevices.sendDecisions(at),
        dismissed: (group, closed$) => groups.removeDismissed(group, closed$),
        ownDevices: ({ by, decided }) => maintenance.ownDevices.applyDecisions(by, decided),
        newKeys: ({ id }) => (id === 'all' ? encryption.republish() : encryption.replenish()),
      },
    }),
  };
}
