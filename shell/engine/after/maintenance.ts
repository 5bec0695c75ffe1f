// Maintenance of encrypted chats: own devices, resends and missing messages. It is a separate chunk, so that the
// conversation list need not wait for it.
import type { ProblemKind } from '@amber/proto/problems';
import { type MissingRequests, createMissingRequests } from './missingRequests.ts';
import { createOwnDevices, type OwnDevicesControl } from './ownDevices.ts';
import { createResends, type Resends } from './resends.ts';

type PortsOf<Create extends (ports: never) => unknown> = Omit<Parameters<Create>[0], 'onError'>;

export type MaintenancePorts = PortsOf<typeof createOwnDevices> &
  PortsOf<typeof createResends> &
  PortsOf<typeof createMissingRequests> & { warn(what: ProblemKind): (thrown: unknown) => void };

export interface Maintenance {
  ownDevices: OwnDevicesControl;
  resends: Resends;
  missing: MissingRequests;
}

export const createMaintenance = ({ warn, ...ports }: MaintenancePorts): Maintenance => ({
  ownDevices: createOwnDevices({ ...ports, onError: warn('keepDevices') }),
  resends: createResends({ ...ports, onError: warn('askAgain') }),
  missing: createMissingRequests({ ...ports, onError: warn('askAgain') }),
});
