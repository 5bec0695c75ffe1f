// Maintenance of encrypted chats: own devices, resends and missing messages. It is a separate chunk, so that the
// conversation list need not wait for it.
import { type MissingRequests, createMissingRequests } from './missingRequests.ts';
import { createOwnDevices, type OwnDevicesControl } from './ownDevices.ts';
import { createResends, type Resends } from './resends.ts';

export type MaintenancePorts = Parameters<typeof createOwnDevices>[0] &
  Parameters<typeof createResends>[0] &
  Parameters<typeof createMissingRequests>[0];

export interface Maintenance {
  ownDevices: OwnDevicesControl;
  resends: Resends;
  missingRequests: MissingRequests;
}

export const createMaintenance = (ports: MaintenancePorts): Maintenance => ({
  ownDevices: createOwnDevices(ports),
  resends: createResends(ports),
  missingRequests: createMissingRequests(ports),
});
