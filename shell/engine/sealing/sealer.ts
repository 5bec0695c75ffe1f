// What the inbox and the outbox need from encryption: sealing for devices, and opening as messages are stored.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import type { EnvelopeContext } from '../rows/envelopeContext.ts';
import type { OpenedContent } from '../rows/openedContent.ts';

/** The outcome of a content for each device. */
export interface SealedCopies {
  copies: Content[];
  /** Among the copies, those that are not sealed, and why: people are told on both sides. */
  plain: { device: Device; fault: Fault }[];
  /** Devices that get nothing. */
  dropped: Device[];
  /** Among the copies, those sealed in the older form: only their words are bound. */
  older: Device[];
  /** Devices of others that get nothing because what they offer is wrongly signed: people are told. */
  leftOut: { device: Device; fault: Fault }[];
}

export interface Sealer {
  /**
   * Seals these contents in their order for each device; the result is stored before this resolves. A copy that fails
   * is retried with a fresh bundle after a second, and then goes plain, unless it is for an own device, or one that
   * never had keys next to one that has: those get nothing. Nor does a device that opens only the older form get a
   * command.
   * A device of others whose keys are wrongly signed gets nothing either.
   * @throws Fault untrusted_identity: nothing may be sent, sealed or plain, before a person has looked.
   * @throws Fault bad_signature when that leaves out every device of others.
   * @throws Fault of the network: nothing is known about the devices, so nothing is sent plain either.
   */
  sealAll(within: EnvelopeContext, contents: readonly Content[], devices: readonly Device[]): Promise<SealedCopies[]>;
  /**
   * Opens contents of one conversation in this order and passes them to `store`, which calls `commit` as the last thing
   * inside the transaction (over `keyTables` too) that writes the messages. Otherwise it is as if nothing had been
   * opened.
   * A content that means something else inside than in clear has the fault does_not_match. Until `store` is done, these
   * senders' other messages wait.
   */
  openAll<T>(
    conversationId: string,
    contents: readonly (Content | null)[],
    store: (opened: (OpenedContent | null)[], commit: () => Promise<void>) => Promise<T>,
  ): Promise<T>;
}
