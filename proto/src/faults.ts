// The one list of errors: code, kind and form field. Their messages for people are in @amber/client's catalogue.

/** The origin of a fault, which decides how to handle it. */
export type FaultKind =
  | 'business' // the gateway refused, and will again
  | 'session' // a new token may help
  | 'network' // no answer; worth a retry
  | 'unforeseen' // an unexpected error; worth a retry, but not forever
  | 'local'; // this device refused

interface FaultRow {
  kind: FaultKind;
  /** The form field that shows the message; without one it is shown as a toast. */
  field?: 'phone' | 'code' | 'inviteId' | 'lastName';
}

export const faults = {
  100001: { kind: 'business', field: 'phone' },
  100002: { kind: 'business', field: 'phone' },
  100003: { kind: 'business', field: 'phone' },
  100004: { kind: 'business', field: 'code' },
  200001: { kind: 'business' },
  200002: { kind: 'business' },
  1002: { kind: 'session' },
  200003: { kind: 'business' },
  1003: { kind: 'business' },
  9001: { kind: 'session' },
  300001: { kind: 'business', field: 'inviteId' },
  SIGNUP_CODE: { kind: 'business', field: 'inviteId' },
  SIGNUP_CLOSED: { kind: 'business' },
  NO_SMS: { kind: 'business', field: 'phone' },
  NO_AUTH: { kind: 'business' },

  // Our own codes, in the same table.
  BAD_REQUEST: { kind: 'business' },
  BAD_NAME: { kind: 'business', field: 'lastName' },
  FAVORITES_FULL: { kind: 'business' },
  BLOCKED: { kind: 'business' },
  PRIVATE_CLOSED: { kind: 'business' },
  APPLY_CLOSED: { kind: 'business' },
  APPLY_OVER: { kind: 'business' },
  YOU_BLOCKED: { kind: 'business' },
  CONTACTS_FULL: { kind: 'business' },
  NOT_MEMBER: { kind: 'business' },
  OWNER_STAYS: { kind: 'business' },
  GROUP_FULL: { kind: 'business' },
  SPACE_OWNER_STAYS: { kind: 'business' },
  SPACE_FULL: { kind: 'business' },
  SPACES_FULL: { kind: 'business' },
  SPACE_APPROVAL: { kind: 'business' },
  SPACE_REMOVED: { kind: 'business' },
  GROUP_REMOVED: { kind: 'business' },
  JOIN_DECLINED: { kind: 'business' },
  THEIR_SPACES_FULL: { kind: 'business' },
  ROOMS_FULL: { kind: 'business' },
  LAST_ROOM: { kind: 'business' },
  BAD_LINK: { kind: 'business' },
  ANONYMOUS_OFF: { kind: 'business' },
  NO_MESSAGE: { kind: 'business' },
  SLAP_LIMIT: { kind: 'business' },
  DEVICES_CHANGED: { kind: 'business' },
  DEVICES_FULL: { kind: 'business' },
  DEVICE_REMOVED: { kind: 'business' },
  NOT_APPROVED: { kind: 'local' },
  UNENCRYPTED_ASK: { kind: 'business' },
  UNENCRYPTED_NEVER: { kind: 'business' },
  RELEASE_TAKEN: { kind: 'business' },
  RELEASE_INCOMPLETE: { kind: 'business' },
  CONTRACT_REFUSED: { kind: 'business' },
  NO_CANDIDATE: { kind: 'business' },
  WORD_TAKEN: { kind: 'business' },
  PLACE_REFUSED: { kind: 'business' },
  NOT_JUDGED: { kind: 'business' },
  NOT_OFFERED: { kind: 'business' },
  NO_PREVIOUS: { kind: 'business' },
  CAMPAIGN_CLOSED: { kind: 'business' },
  CAMPAIGN_TASKS: { kind: 'business' },
  CAMPAIGN_EMPTY: { kind: 'business' },
  CAMPAIGN_TWICE: { kind: 'business' },
  CAMPAIGN_WALLET: { kind: 'business' },
  CAMPAIGN_BEGUN: { kind: 'business' },
  CAMPAIGN_CODES: { kind: 'business' },
  CAMPAIGN_TARGET: { kind: 'business' },
  NO_WALLET: { kind: 'local' },
  WALLET_DECLINED: { kind: 'local' },
  WALLET_CHANGED: { kind: 'local' },
  WALLET_CHAIN: { kind: 'local' },
  WALLET_FAILED: { kind: 'local' },
  WALLET_TAKEN: { kind: 'business' },
  FILE_TOO_LARGE: { kind: 'local' },
  FILE_EMPTY: { kind: 'local' },
  FILE_UNREADABLE: { kind: 'local' },
  FILE_GONE: { kind: 'business' },
  FILE_CORRUPT: { kind: 'local' },
  FILE_REFUSED: { kind: 'business' },
  PICTURE_FORMAT: { kind: 'business' },
  PICTURE_BROKEN: { kind: 'business' },
  PICTURE_TOO_BIG: { kind: 'business' },
  UPLOADS_FULL: { kind: 'business' },
  BOTS_FULL: { kind: 'business' },
  MEMORY_FULL: { kind: 'business' },
  NO_HUMAN: { kind: 'business' },
  SERVICE_TAKEN: { kind: 'business' },
  SERVICE_OVER: { kind: 'business' },
  ANSWERS_USED_UP: { kind: 'business' },
  TOO_LARGE: { kind: 'business' },
  TOO_MANY: { kind: 'network' },
  UNAVAILABLE: { kind: 'network' },
  BAD_FRAME: { kind: 'network' },
  TIMEOUT: { kind: 'network' },
  REQUEST_FAILED: { kind: 'network' },
  NO_RESPONSE: { kind: 'network' },
  CANCELLED: { kind: 'local' },
  SIGNED_OUT: { kind: 'local' },
  STORAGE: { kind: 'local' },
  UNKNOWN: { kind: 'unforeseen' },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = `${keyof typeof faults}`;

/** Whether this is a known code. Codes are untrusted: any word, even the name of an Object.prototype property. */
const rowOf = (code: string): FaultRow | undefined =>
  Object.hasOwn(faults, code) ? (faults as Record<string, FaultRow>)[code] : undefined;

/** The codes that mean success in an envelope. */
export const isSuccess = (code: string): boolean => code === 'SUCCESS' || code === '30001';

interface FaultOptions {
  cause?: unknown;
  /** Details sent with the code, such as a DevicesChanged. */
  data?: Uint8Array;
  /** The id of the failed request. */
  request?: string | undefined;
  /** For the log: the other side's message, or what was wrong. */
  message?: string;
}

/** The one error class. Its `message` is for logs; people read `sentenceOf(fault)` of @amber/client. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  readonly data: Uint8Array | undefined;
  /** The id of the failed request, as in the gateway's log. */
  request: string | undefined;

  constructor(code: FaultCode | (string & {}), options: FaultOptions = {}) {
    super(options.message ?? code, { cause: options.cause });
    this.code = code;
    this.data = options.data;
    this.request = options.request;
  }

  /** An unknown code counts as a business refusal, foreseen by a newer build. */
  get kind(): FaultKind {
    return rowOf(this.code)?.kind ?? 'business';
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return this.kind === 'network' || this.kind === 'unforeseen';
  }

  get field(): FaultRow['field'] {
    return rowOf(this.code)?.field;
  }

  /** The structured-clone form, since classes do not cross threads. */
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
   * Any thrown value as a Fault; anything else becomes UNKNOWN with the value as its cause.
   * Recognised by shape: each remote bundles its own copy of this class, and a fault may be another copy's.
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
