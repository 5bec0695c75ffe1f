// A content after this device has tried to decrypt it.
import type { Content, Sealed } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';

/** A received content, as far as this device can read it. */
export interface OpenedContent {
  /**
   * The decrypted content. With a fault it is the received one, which may become readable later. `encrypted` says how
   * it arrived.
   */
  content: Content;
  /** Its code is one of `@amber/proto/unreadable`. */
  fault?: Fault;
  /**
   * Everything that was encrypted. Absent for an unencrypted content, and for the older form, which covers only the
   * text.
   */
  envelope?: Sealed;
  /** Whether the sending device is not trusted yet: the content is marked as such, and changes nothing. */
  untrusted?: true;
  /** Whether this device wrote it, so that the gateway cannot have forged any of it. */
  own?: true;
}
