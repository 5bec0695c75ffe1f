// Why a message could not be encrypted or read, and what to do. Messages for people: @amber/conversation's catalogue.

interface ReasonRow {
  /**
   * repair: the device starts a new session and requests the message again. ask: a person must check the other's key
   * first. ignore: nothing is missing. show: say it, there is nothing to do.
   */
  remedy: 'repair' | 'ask' | 'ignore' | 'show';
  /** Normal, so it is not logged as an error. */
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

/** Whether this names one of the reasons; it is a fault's code. */
export const isUnreadableReason = (code: string): code is UnreadableReason => Object.hasOwn(unreadableReasons, code);
