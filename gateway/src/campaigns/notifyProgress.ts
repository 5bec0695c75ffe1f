// Emits the hint that a person's campaigns have changed; pages then reload them.
import { subjects, type Bus } from '../core/bus.ts';

/** Publishes to all connected devices of the person. */
export const notifyProgress = (bus: Bus, identifier: string): void =>
  bus.publish(subjects.person(identifier), {
    kind: 'notice',
    notify: { type: 'featureNews', cmdId: 'airdrop' },
  });
