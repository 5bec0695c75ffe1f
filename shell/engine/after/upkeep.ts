// What keeps sealed chats whole: own devices, resends, what is missing. A chunk of its own: the list does not wait for it.
import type { ProblemKind } from '@amber/proto/problems';
import { type AskMissing, createAskMissing } from './askMissing.ts';
import { createOwnDevices, type OwnDeviceParts } from './ownDevices.ts';
import { createResends, type Resends } from './resends.ts';

type PortsOf<Create extends (ports: never) => unknown> = Omit<Parameters<Create>[0], 'failed'>;

export type UpkeepPorts = PortsOf<typeof createOwnDevices> &
  PortsOf<typeof createResends> &
  PortsOf<typeof createAskMissing> & { warn(what: ProblemKind): (thrown: unknown) => void };

export interface Upkeep {
  ownDevices: OwnDeviceParts;
  resends: Resends;
  missing: AskMissing;
}

export const createUpkeep = ({ warn, ...ports }: UpkeepPorts): Upkeep => ({
  ownDevices: createOwnDevices({ ...ports, failed: warn('keepDevices') }),
  resends: createResends({ ...ports, failed: warn('askAgain') }),
  missing: createAskMissing({ ...ports, failed: warn('askAgain') }),
});
