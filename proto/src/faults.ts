// The one catalogue of errors: code, sentence for the user, kind, and the form field it belongs to.

/** Where a fault comes from, which decides what is done about it. */
export type FaultKind =
  | 'business' // the gateway said no, and will again
  | 'session' // a fresh token may cure it
  | 'network' // nobody answered; worth another try
  | 'unforeseen' // something broke that nobody thought of; worth another try, but not for ever
  | 'local'; // this device refused

interface FaultRow {
  sentence: string;
  kind: FaultKind;
  /** The form field beside which the sentence stands; elsewhere it is a toast. */
  field?: 'phone' | 'code' | 'inviteId' | 'lastName';
}

export const faults = {
  100001: { sentence: 'Wrong phone number', kind: 'business', field: 'phone' },
  100002: { sentence: 'Verification code sending times exceeded', kind: 'business', field: 'phone' },
  100003: { sentence: 'Failed to send verification code', kind: 'business', field: 'phone' },
  100004: { sentence: 'Verification code error', kind: 'business', field: 'code' },
  200001: { sentence: 'token generation failed', kind: 'business' },
  200002: { sentence: 'token expires', kind: 'business' },
  1002: { sentence: 'token expires', kind: 'session' },
  200003: { sentence: 'token invalid', kind: 'business' },
  1003: { sentence: 'token invalid', kind: 'business' },
  9001: { sentence: 'token invalid', kind: 'session' },
  300001: { sentence: 'The invitation code is invalid', kind: 'business', field: 'inviteId' },
  NO_AUTH: { sentence: 'Permission denied', kind: 'business' },

  // Ours, in the same table.
  BAD_REQUEST: { sentence: 'The request could not be understood', kind: 'business' },
  BAD_NAME: { sentence: 'This name cannot be used', kind: 'business', field: 'lastName' },
  FAVORITES_FULL: { sentence: 'Your favorites are full: remove some first', kind: 'business' },
  BLOCKED: { sentence: 'You were blocked', kind: 'business' },
  PRIVATE_CLOSED: { sentence: 'The other party has closed private messages', kind: 'business' },
  APPLY_CLOSED: { sentence: 'This person takes no contact requests', kind: 'business' },
  APPLY_OVER: { sentence: 'This request is no longer open', kind: 'business' },
  YOU_BLOCKED: { sentence: 'You have blocked this person', kind: 'business' },
  CONTACTS_FULL: { sentence: 'The list of contacts is full', kind: 'business' },
  NOT_MEMBER: { sentence: 'You were deleted from the group and cannot send messages', kind: 'business' },
  OWNER_STAYS: { sentence: 'Hand the group over or dismiss it before you leave', kind: 'business' },
  GROUP_FULL: { sentence: 'This group is full', kind: 'business' },
  SPACE_OWNER_STAYS: { sentence: 'Hand the space over or dissolve it before you leave', kind: 'business' },
  SPACE_FULL: { sentence: 'This space is full', kind: 'business' },
  SPACES_FULL: { sentence: 'You are in as many spaces as one can be: leave one first', kind: 'business' },
  SPACE_APPROVAL: { sentence: 'The owner decides who comes in: ask to join', kind: 'business' },
  SPACE_REMOVED: {
    sentence: 'You were removed from this space: you need a new invitation, or the owner’s approval',
    kind: 'business',
  },
  GROUP_REMOVED: { sentence: 'You were removed from this group: you need a new invitation', kind: 'business' },
  JOIN_DECLINED: { sentence: 'Your request was declined: you can ask again a day later', kind: 'business' },
  THEIR_SPACES_FULL: { sentence: 'This person is in as many spaces as one can be', kind: 'business' },
  ROOMS_FULL: { sentence: 'This space has as many rooms as it can have', kind: 'business' },
  LAST_ROOM: { sentence: 'A space keeps one room that all its members see', kind: 'business' },
  BAD_LINK: { sentence: 'A link begins with https://', kind: 'business' },
  ANONYMOUS_OFF: { sentence: 'This group does not take anonymous messages', kind: 'business' },
  NO_MESSAGE: { sentence: 'This message is no longer there', kind: 'business' },
  DEVICES_CHANGED: { sentence: 'The devices in this chat have changed', kind: 'business' },
  UNENCRYPTED_ASK: { sentence: 'This could not be encrypted for every device', kind: 'business' },
  UNENCRYPTED_NEVER: { sentence: 'This could not be encrypted for every device, so it was not sent', kind: 'business' },
  RELEASE_TAKEN: { sentence: 'This version is published already', kind: 'business' },
  RELEASE_INCOMPLETE: { sentence: 'A file of this release was not uploaded as announced', kind: 'business' },
  CONTRACT_REFUSED: { sentence: 'The host does not offer the contract that this release needs', kind: 'business' },
  NO_CANDIDATE: { sentence: 'No release is being rolled out', kind: 'business' },
  NO_PREVIOUS: { sentence: 'There is no earlier release to go back to', kind: 'business' },
  NO_WALLET: { sentence: 'No wallet was found in this browser', kind: 'local' },
  WALLET_DECLINED: { sentence: 'You declined in the wallet', kind: 'local' },
  WALLET_CHANGED: { sentence: 'The wallet has changed to another account meanwhile', kind: 'local' },
  WALLET_CHAIN: { sentence: 'Switch the wallet to the Ethereum network to go on', kind: 'local' },
  WALLET_FAILED: { sentence: 'The wallet did not answer as expected', kind: 'local' },
  WALLET_TAKEN: { sentence: 'This wallet belongs to another account', kind: 'business' },
  FILE_TOO_LARGE: { sentence: 'A file can have 512 MB at most', kind: 'local' },
  FILE_EMPTY: { sentence: 'This file is empty', kind: 'local' },
  FILE_GONE: { sentence: 'This file is no longer there', kind: 'business' },
  FILE_CORRUPT: { sentence: 'This file did not arrive as it was sent, so it was not opened', kind: 'local' },
  FILE_REFUSED: { sentence: 'The file store did not take this file', kind: 'business' },
  UPLOADS_FULL: { sentence: 'You have uploaded as much as is possible in one day', kind: 'business' },
  TOO_LARGE: { sentence: 'This is too large to send', kind: 'business' },
  TOO_MANY: { sentence: 'Too many requests, please wait a moment', kind: 'network' },
  UNAVAILABLE: { sentence: 'The service is not available right now', kind: 'network' },
  BAD_FRAME: { sentence: 'The connection sent something unreadable', kind: 'network' },
  TIMEOUT: { sentence: 'Timeout', kind: 'network' },
  REQUEST_FAILED: { sentence: 'Request failed', kind: 'network' },
  NO_RESPONSE: { sentence: 'The request failed, please check your network connection', kind: 'network' },
  CANCELLED: { sentence: 'This was called off', kind: 'local' },
  SIGNED_OUT: { sentence: 'Please sign in again', kind: 'local' },
  STORAGE: { sentence: 'This browser could not save data for this site', kind: 'local' },
  UNKNOWN: { sentence: 'Interface call failed', kind: 'unforeseen' },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = `${keyof typeof faults}`;

/** A code comes from the other side: it may be any word, also one that every object has. */
const rowOf = (code: string): FaultRow | undefined =>
  Object.hasOwn(faults, code) ? (faults as Record<string, FaultRow>)[code] : undefined;

/** The codes that mean success in an envelope. */
export const isSuccess = (code: string): boolean => code === 'SUCCESS' || code === '30001';

interface FaultOptions {
  cause?: unknown;
  /** Bytes that came with the code, such as a DevicesChanged. */
  data?: Uint8Array;
  /** The id of the request that ended in it. */
  request?: string | undefined;
  /** What the other side said, when it is better than the catalogue's sentence. */
  message?: string;
}

/** The one error class. `message` is the sentence for the user; an unknown code reads 'Interface call failed'. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  readonly data: Uint8Array | undefined;
  /** The id of the request that ended in it, as the gateway's log has it. */
  request: string | undefined;

  constructor(code: FaultCode | (string & {}), options: FaultOptions = {}) {
    super(options.message ?? (rowOf(code) ?? faults.UNKNOWN).sentence, { cause: options.cause });
    this.code = code;
    this.data = options.data;
    this.request = options.request;
  }

  /** A code that is not in the catalogue is a refusal which somebody else foresaw. */
  get kind(): FaultKind {
    return rowOf(this.code)?.kind ?? 'business';
  }

  /** Whether the same may go well another time. */
  get isPassing(): boolean {
    return this.kind === 'network' || this.kind === 'unforeseen';
  }

  get field(): FaultRow['field'] {
    return rowOf(this.code)?.field;
  }

  /** What crosses from one thread to another, where classes do not. */
  toPlain(): PlainFault {
    return {
      code: this.code,
      message: this.message,
      ...(this.data && { data: this.data }),
      ...(this.request && { request: this.request }),
    };
  }

  static fromPlain(plain: PlainFault): Fault {
    return new Fault(plain.code, {
      message: plain.message,
      request: plain.request,
      ...(plain.data && { data: plain.data }),
    });
  }

  /**
   * Any thrown thing as a Fault; what is none already becomes UNKNOWN with the thing as its cause.
   * Told by its shape: each remote is built with a copy of this class, and a fault may come from another one's.
   */
  static of(thrown: unknown): Fault {
    if (thrown instanceof Error && thrown.name === 'Fault' && 'code' in thrown) return thrown as Fault;
    return new Fault('UNKNOWN', { cause: thrown });
  }
}

export interface PlainFault {
  code: string;
  message: string;
  data?: Uint8Array;
  request?: string;
}
