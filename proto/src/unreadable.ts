// Why a message could not be sealed or opened: one table of reasons, each with words and with what is done about it.

interface ReasonRow {
  /** What a person reads in the message's place. */
  words: string;
  /** Why a copy was not sealed: goes on after the name of the device. */
  sending: string;
  /**
   * repair: the device begins a fresh session and asks for the message again. ask: a person must look at the other's key
   * first. ignore: nothing is missing. show: say it, there is nothing to do.
   */
  remedy: 'repair' | 'ask' | 'ignore' | 'show';
  /** Belongs to ordinary life, so nobody counts it as an error. */
  expected: boolean;
}

export const unreadableReasons = {
  no_session: {
    words: 'Waiting for this message. This device lost the session it was sealed for.',
    sending: 'has no keys',
    remedy: 'repair',
    expected: false,
  },
  duplicate: {
    words: 'This message has been received already.',
    sending: 'did not take an encrypted copy',
    remedy: 'ignore',
    expected: true,
  },
  gap_2000: {
    words: 'Waiting for this message. Too many messages before it are missing.',
    sending: 'did not take an encrypted copy',
    remedy: 'repair',
    expected: false,
  },
  bad_mac: {
    words: 'Waiting for this message. What arrived is not what was sealed.',
    sending: 'did not take an encrypted copy',
    remedy: 'repair',
    expected: false,
  },
  untrusted_identity: {
    words: 'The security code has changed. Look at it before you go on.',
    sending: 'shows another key than before',
    remedy: 'ask',
    expected: false,
  },
  sent_before_this_device: {
    words: 'This message was sent before this device was set up.',
    sending: 'did not take an encrypted copy',
    remedy: 'show',
    expected: true,
  },
  corrupt_store: {
    words: 'Waiting for this message. The keys stored in this browser were damaged.',
    sending: 'has damaged keys',
    remedy: 'repair',
    expected: false,
  },
  bad_signature: {
    words: 'The keys of this device are not signed by their owner. Nothing was sent.',
    sending: 'has keys that are not signed by their owner',
    remedy: 'ask',
    expected: false,
  },
  withheld: {
    words: 'Waiting for this message. It was not encrypted for this device.',
    sending: 'did not take an encrypted copy',
    remedy: 'repair',
    expected: false,
  },
  does_not_match: {
    words: 'This does not match what was sealed. It is not shown.',
    sending: 'did not take an encrypted copy',
    remedy: 'show',
    expected: false,
  },
  not_sealed: {
    words: 'This arrived unencrypted in the name of a device of yours. It is not shown.',
    sending: 'did not take an encrypted copy',
    remedy: 'show',
    expected: false,
  },
} as const satisfies Record<string, ReasonRow>;

export type UnreadableReason = keyof typeof unreadableReasons;

/** Whether this names one of the reasons; it comes from a fault's code. */
export const isUnreadableReason = (code: string): code is UnreadableReason => Object.hasOwn(unreadableReasons, code);
