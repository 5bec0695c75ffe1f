// The hint that a person's campaigns have changed: pages then ask.
import { subjects, type Bus } from '../core/bus.ts';

/** To all devices of a person that are connected. */
export const notifyProgress = (bus: Bus, identifier: string): void =>
  bus.publish(subjects.person(identifier), {
    kind: 'notice',
    notify: { type: 'featureNews', cmdId: 'airdrop' },
  });
