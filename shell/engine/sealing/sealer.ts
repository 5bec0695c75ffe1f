// What the inbox and the outbox ask of encryption: a message sealed for devices, and messages opened as they are stored.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device, Sealed } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';

/** A content from the wire as this device can read it. */
export interface Opened {
  /** What the sender wrote; with a fault, what arrived: it may be opened later. `encrypted` says how it came. */
  content: Content;
  /** Its code is one of `@amber/proto/unreadable`. */
  fault?: Fault;
  /** All that was sealed; absent for what came open, and for the older form, which binds the words alone. */
  said?: Sealed;
  /** The sender's person has not approved the device: it is shown as such, and changes nothing. */
  untrusted?: true;
  /** This device has written it: the gateway has made nothing of it up. */
  own?: true;
}

/** Where a content is said, and what is told beside it inside the seal. */
export type Within = Pick<Sealed, 'conversationId'> & Partial<Pick<Sealed, 'before' | 'seen' | 'read'>>;

/** What became of a content for each device. */
export interface SealedCopies {
  copies: Content[];
  /** Among the copies, those that are not sealed, and why: people are told on both sides. */
  plain: { device: Device; fault: Fault }[];
  /** Devices that get nothing. */
  dropped: Device[];
  /** Among the copies, those sealed in the older form: nothing but their words is bound. */
  older: Device[];
}

export interface Sealer {
  /**
   * Seals for each device, which is stored before this answers. A copy that fails is tried again with a fresh bundle
   * after a second, and goes plain then, unless it is for a device of one's own, or one that never had keys beside one
   * that has: those get nothing. So does a command for a device that opens the older form alone.
   * @throws Fault untrusted_identity or bad_signature: nothing may be sent, sealed or plain, before a person has looked.
   * @throws Fault of the network: nothing is known about the devices, so nothing is sent plain either.
   */
  sealAll(within: Within, content: Content, devices: readonly Device[]): Promise<SealedCopies>;
  /**
   * Opens contents of one conversation in this order and hands them to `store`, which calls `commit` as the last thing inside the
   * transaction (over `keyTables` too) that writes the messages. Without it everything is as if nothing had been opened.
   * What means something else inside than in clear has the fault does_not_match. Until `store` is done, these senders'
   * other messages wait.
   */
  openAll<T>(
    conversationId: string,
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
