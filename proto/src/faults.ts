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

/** What the gateway refuses: business, as an unknown code is. So what only asks for kinds does not carry these. */
export const refusalCodes = [
  '200001',
  '200002',
  '200003',
  '1003',
  'SIGNUP_CLOSED',
  'NO_AUTH',
  'BAD_REQUEST',
  'FAVORITES_FULL',
  'BLOCKED',
  'PRIVATE_CLOSED',
  'APPLY_CLOSED',
  'APPLY_OVER',
  'YOU_BLOCKED',
  'CONTACTS_FULL',
  'NOT_MEMBER',
  'OWNER_STAYS',
  'GROUP_FULL',
  'SPACE_OWNER_STAYS',
  'SPACE_FULL',
  'SPACES_FULL',
  'SPACE_APPROVAL',
  'SPACE_REMOVED',
  'GROUP_REMOVED',
  'JOIN_DECLINED',
  'THEIR_SPACES_FULL',
  'ROOMS_FULL',
  'LAST_ROOM',
  'BAD_LINK',
  'ANONYMOUS_OFF',
  'NO_MESSAGE',
  'SLAP_LIMIT',
  'DEVICES_CHANGED',
  'DEVICES_FULL',
  'DEVICE_REMOVED',
  'ACCOUNT_DELETED',
  'NOT_APPROVED',
  'UNENCRYPTED_ASK',
  'UNENCRYPTED_NEVER',
  'RELEASE_TAKEN',
  'RELEASE_INCOMPLETE',
  'CONTRACT_REFUSED',
  'NO_CANDIDATE',
  'WORD_TAKEN',
  'PLACE_REFUSED',
  'NOT_JUDGED',
  'NOT_OFFERED',
  'NO_PREVIOUS',
  'CAMPAIGN_CLOSED',
  'CAMPAIGN_TASKS',
  'CAMPAIGN_EMPTY',
  'CAMPAIGN_TWICE',
  'CAMPAIGN_WALLET',
  'CAMPAIGN_BEGUN',
  'CAMPAIGN_CODES',
  'CAMPAIGN_TARGET',
  'WALLET_TAKEN',
  'FILE_GONE',
  'FILE_REFUSED',
  'PICTURE_FORMAT',
  'PICTURE_BROKEN',
  'PICTURE_TOO_BIG',
  'UPLOADS_FULL',
  'BOTS_FULL',
  'MEMORY_FULL',
  'NO_HUMAN',
  'SERVICE_TAKEN',
  'SERVICE_OVER',
  'ANSWERS_USED_UP',
  'TOO_LARGE',
] as const;

/** Every other code. */
const otherFaults = {
  100001: { kind: 'business', field: 'phone' },
  100002: { kind: 'business', field: 'phone' },
  100003: { kind: 'business', field: 'phone' },
  100004: { kind: 'business', field: 'code' },
  1002: { kind: 'session' },
  9001: { kind: 'session' },
  300001: { kind: 'business', field: 'inviteId' },
  SIGNUP_CODE: { kind: 'business', field: 'inviteId' },
  NO_SMS: { kind: 'business', field: 'phone' },
  BAD_NAME: { kind: 'business', field: 'lastName' },
  NO_WALLET: { kind: 'local' },
  WALLET_DECLINED: { kind: 'local' },
  WALLET_CHANGED: { kind: 'local' },
  WALLET_CHAIN: { kind: 'local' },
  WALLET_FAILED: { kind: 'local' },
  FILE_TOO_LARGE: { kind: 'local' },
  FILE_EMPTY: { kind: 'local' },
  FILE_UNREADABLE: { kind: 'local' },
  FILE_CORRUPT: { kind: 'local' },
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

export type FaultCode = (typeof refusalCodes)[number] | `${keyof typeof otherFaults}`;

/** Each code there is. */
export const faultCodes: readonly FaultCode[] = [...refusalCodes, ...(Object.keys(otherFaults) as FaultCode[])];

/** What the table says of a code. Codes are untrusted: any word, even the name of an Object.prototype property. */
const rowOf = (code: string): FaultRow | undefined =>
  Object.hasOwn(otherFaults, code) ? (otherFaults as Record<string, FaultRow>)[code] : undefined;

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
