// Emits the hint that a person's campaigns have changed; pages then reload them.
import { publishNotice, type Bus } from '../core/bus.ts';

/** Publishes to all connected devices of the person. */
export const notifyProgress = (bus: Bus, identifier: string): void =>
  publishNotice(bus, identifier, { type: 'featureNews', cmdId: 'airdrop' });
