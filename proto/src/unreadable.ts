// Why a message could not be encrypted or read, and the remedy. The messages for people are in @amber/conversation's
// catalogue.

interface ReasonRow {
  /**
   * repair: the device starts a new session and requests a resend. ask: the user must first check the other person's
   * key. ignore: nothing is missing. show: the reason is shown; no action is possible.
   */
  remedy: 'repair' | 'ask' | 'ignore' | 'show';
  /** Whether it occurs in normal operation, and so is not logged as an error. */
  expected: boolean;
}

export const unreadableReasons = {
  no_session: { remedy: 'repair', expected: false },
  duplicate: { remedy: 'ignore', expected: true },
  gap_2000: { remedy: 'repair', expected: false },
  bad_mac: { remedy: 'repair', expected: false },
  untrusted_identity: { remedy: 'ask', expected: false },
  sent_before_this_device: { remedy: 'show', expected: true },
  corrupt_store: { remedy: 'repair', expected: false },
  bad_signature: { remedy: 'ask', expected: false },
  withheld: { remedy: 'repair', expected: false },
  does_not_match: { remedy: 'show', expected: false },
  not_sealed: { remedy: 'show', expected: false },
} as const satisfies Record<string, ReasonRow>;

export type UnreadableReason = keyof typeof unreadableReasons;

/** Whether this code is one of the reasons. */
export const isUnreadableReason = (code: string): code is UnreadableReason => Object.hasOwn(unreadableReasons, code);
