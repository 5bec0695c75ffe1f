// The interface of encryption for the inbox and the outbox: encrypting for devices, and decrypting while messages are
// stored.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import type { EnvelopeContext } from '../rows/envelopeContext.ts';
import type { OpenedContent } from '../rows/messageOfRow.ts';

/** The outcome of one content for each device. */
export interface SealedCopies {
  copies: Content[];
  /** The copies that are not encrypted, with the reason: both sides are notified of it. */
  plain: { device: Device; fault: Fault }[];
  /** Devices that get no copy. */
  dropped: Device[];
  /** The devices whose copies use the older form, which covers only the text. */
  older: Device[];
  /** Devices of other people that get no copy because their keys are wrongly signed: the user is notified. */
  leftOut: { device: Device; fault: Fault }[];
}

export interface Sealer {
  /**
   * Encrypts these contents in their order for each device; the result is stored before the promise resolves. A copy
   * that fails is retried after a second with a fresh bundle, and is then sent unencrypted. Exceptions, which get
   * nothing: an own device; a device that never had keys, if another one of its person has; a device of another person
   * whose keys are wrongly signed; and for commands, a device that reads only the older form.
   * @throws Fault untrusted_identity: nothing may be sent, encrypted or not, before the user has reviewed the key.
   * @throws Fault bad_signature if that leaves out every device of other people.
   * @throws Fault of the network: nothing is known about the devices, so nothing is sent unencrypted either.
   */
  sealAll(within: EnvelopeContext, contents: readonly Content[], devices: readonly Device[]): Promise<SealedCopies[]>;
  /**
   * Decrypts contents of one conversation in this order and passes them to `store`. `store` calls `commit` as the last
   * act of the transaction (over `keyTables`, too) that writes the messages; otherwise it is as if nothing had been
   * decrypted.
   * A content whose encrypted fields differ from its unencrypted ones has the fault does_not_match. Other messages of
   * these senders wait until `store` is done.
   */
  openAll<T>(
    conversationId: string,
    contents: readonly (Content | null)[],
    store: (opened: (OpenedContent | null)[], commit: () => Promise<void>) => Promise<T>,
  ): Promise<T>;
}
