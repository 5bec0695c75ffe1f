// Why a message could not be sealed or opened: one table of reasons, each with words and with what to do about it.
import { Fault } from '@amber/proto/faults';

interface FailureRow {
  /** What a person reads in the message's place. */
  words: string;
  /**
   * repair: make a fresh session and ask for the message again. ask: a person must look at the other's key first.
   * ignore: nothing is missing. show: say it, there is nothing to do.
   */
  remedy: 'repair' | 'ask' | 'ignore' | 'show';
  /** Belongs to ordinary life, so nobody counts it as an error. */
  expected: boolean;
}

export const failures = {
  no_session: { words: 'Waiting for this message. This device lost the session it was sealed for.', remedy: 'repair', expected: false },
  duplicate: { words: 'This message has been received already.', remedy: 'ignore', expected: true },
  gap_2000: { words: 'Waiting for this message. Too many messages before it are missing.', remedy: 'repair', expected: false },
  bad_mac: { words: 'Waiting for this message. What arrived is not what was sealed.', remedy: 'repair', expected: false },
  untrusted_identity: { words: 'The security code has changed. Look at it before you go on.', remedy: 'ask', expected: false },
  sent_before_this_device: { words: 'This message was sent before this device was set up.', remedy: 'show', expected: true },
  corrupt_store: { words: 'Waiting for this message. The keys stored in this browser were damaged.', remedy: 'repair', expected: false },
  bad_signature: { words: 'The keys of this device are not signed by their owner. Nothing was sent.', remedy: 'ask', expected: false },
} as const satisfies Record<string, FailureRow>;

export type FailureReason = keyof typeof failures;

/** A fault whose code is the reason, and whose sentence are its words. */
export const cryptoFault = (reason: FailureReason, cause?: unknown): Fault => new Fault(reason, { message: failures[reason].words, cause });

/** The texts that the key store answers what it refuses with. */
export const storeTexts = {
  noKey: 'Tried to get value for undefined/null key',
  noValue: 'Tried to store undefined/null',
  identityType: 'Identity Key is incorrect type',
  keyType: 'stored key has wrong type',
} as const;

/** What the library says, as a reason. What it has no other word for is a message that does not fit its keys. */
const saidByLibrary: [RegExp, FailureReason][] = [
  [/^Over 2000 messages into the future/, 'gap_2000'],
  [/^Message key not found/, 'duplicate'],
  [/^Invalid signature/, 'bad_signature'],
  [/^(Identity key changed|Unknown identity key)/, 'untrusted_identity'],
  [new RegExp(`^(${Object.values(storeTexts).join('|')})`), 'corrupt_store'],
];

/** Any thrown thing as a fault with a reason; a fault stays what it is. */
export function toFault(thrown: unknown): Fault {
  if (thrown instanceof Error && thrown.name === 'Fault') return Fault.of(thrown);
  const said = thrown instanceof Error ? thrown.message : '';
  return cryptoFault(saidByLibrary.find(([text]) => text.test(said))?.[1] ?? 'bad_mac', thrown);
}
