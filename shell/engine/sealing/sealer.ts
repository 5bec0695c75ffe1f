// What the inbox and the outbox ask of encryption: a message sealed for devices, and messages opened as they are stored.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';

/** A content from the wire as this device can read it. */
export interface Opened {
  /** What the sender wrote; with a fault, what arrived: it may be opened later. `encrypted` says how it came. */
  content: Content;
  /** Its code is one of `@amber/proto/unreadable`. */
  fault?: Fault;
}

/** What became of a content for each device. */
export interface SealedCopies {
  copies: Content[];
  /** Among the copies, those that are not sealed, and why: people are told on both sides. */
  plain: { device: Device; fault: Fault }[];
  /** Devices that get nothing, and why. */
  dropped: { device: Device; fault: Fault }[];
}

export interface Sealer {
  /**
   * Seals for each device, which is stored before this answers. A copy that fails is tried again with a fresh bundle
   * after a second, and goes plain then, unless it is for a device of one's own, or one that never had keys beside one
   * that has: those get nothing.
   * @throws Fault untrusted_identity or bad_signature: nothing may be sent, sealed or plain, before a person has looked.
   * @throws Fault of the network: nothing is known about the devices, so nothing is sent plain either.
   */
  sealAll(content: Content, devices: readonly Device[]): Promise<SealedCopies>;
  /**
   * Opens contents in this order and hands them to `store`, which calls `commit` as the last thing inside the
   * transaction (over `keyTables` too) that writes the messages. Without it everything is as if nothing had been opened.
   * Until `store` is done, these senders' other messages wait.
   */
  openAll<T>(
    contents: readonly (Content | null)[],
    store: (opened: (Opened | null)[], commit: () => Promise<void>) => Promise<T>,
  ): Promise<T>;
}

/** What a transaction must hold for `commit`. */
export const keyTables = ({ identity, prekey, sessions, pins, bundles }: AccountDb): Table[] => [
  identity,
  prekey,
  sessions,
  pins,
  bundles,
];
