// Upkeep of encrypted chats: own devices, resends and missing messages. It is a separate chunk, so that the
// conversation list need not wait for it.
import type { ProblemKind } from '@amber/proto/problems';
import { type MissingRequests, createMissingRequests } from './missingRequests.ts';
import { createOwnDevices, type OwnDevicesControl } from './ownDevices.ts';
import { createResends, type Resends } from './resends.ts';

type PortsOf<Create extends (ports: never) => unknown> = Omit<Parameters<Create>[0], 'failed'>;

export type UpkeepPorts = PortsOf<typeof createOwnDevices> &
  PortsOf<typeof createResends> &
  PortsOf<typeof createMissingRequests> & { warn(what: ProblemKind): (thrown: unknown) => void };

export interface Upkeep {
  ownDevices: OwnDevicesControl;
  resends: Resends;
  missing: MissingRequests;
}

export const createUpkeep = ({ warn, ...ports }: UpkeepPorts): Upkeep => ({
  ownDevices: createOwnDevices({ ...ports, failed: warn('keepDevices') }),
  resends: createResends({ ...ports, failed: warn('askAgain') }),
  missing: createMissingRequests({ ...ports, failed: warn('askAgain') }),
});
