// A content after this device has tried to open it.
import type { Content, Sealed } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';

/** A content from the wire as this device can read it. */
export interface OpenedContent {
  /** The sender's content; with a fault, what arrived: it may be opened later. `encrypted` says how it arrived. */
  content: Content;
  /** Its code is one of `@amber/proto/unreadable`. */
  fault?: Fault;
  /** All that was sealed; absent for what arrived unsealed, and for the older form, which binds only the words. */
  envelope?: Sealed;
  /** The device is not trusted yet: its content is shown as such, and changes nothing. */
  untrusted?: true;
  /** This device has written it: the gateway has forged none of it. */
  own?: true;
}
