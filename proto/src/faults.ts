// The catalogue of errors: code, kind and form field. Their messages for people are in @amber/client's catalogue.

/** The origin of a fault, which determines how it is handled. */
export type FaultKind =
  | 'business' // the gateway refused, and would refuse a retry
  | 'session' // a new token may help
  | 'network' // there was no answer; a retry may succeed
  | 'unforeseen' // an unexpected error; a limited number of retries may succeed
  | 'local'; // this device refused

interface FaultRow {
  kind: FaultKind;
  /** The form field that shows the message; without one, a toast shows it. */
  field?: 'phone' | 'code' | 'inviteId' | 'lastName';
}

/**
 * The codes of the gateway's refusals. Their kind is 'business', like that of unknown codes, so a module that needs
 * only kinds does not bundle this list.
 */
export const refusalCodes = [
  '200001',
  '200002',
  '200003',
  '1003',
  'SIGNUP_CLOSED',
  'OPERATOR_LINK',
  'TESTER_LINK',
  'NEEDS_SECOND',
  'TESTER_RELEASE',
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
  'PACKAGES_REFUSED',
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
  'SPEECH_NOT_SET_UP',
  'SPEECH_FAILED',
  'SPEECH_BUSY',
  'VOICE_FAILED',
  'VOICE_USED_UP',
  'VOICE_BEHIND',
  'VOICE_SEALED',
  'VOICE_NO_TEXT',
  'VOICE_NO_CLONING',
  'VOICE_RECORDINGS',
  'VOICES_FULL',
] as const;

/** All other codes. */
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
  MIC_NONE: { kind: 'local' },
  MIC_REFUSED: { kind: 'local' },
  MIC_TAKEN: { kind: 'local' },
  MIC_FAILED: { kind: 'local' },
  SPEECH_EMPTY: { kind: 'local' },
  SPEECH_CHANGED: { kind: 'local' },
  RECORDED_ELSEWHERE: { kind: 'local' },
  VOICE_NO_LOCAL: { kind: 'local' },
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

/** All codes. */
export const faultCodes: readonly FaultCode[] = [...refusalCodes, ...(Object.keys(otherFaults) as FaultCode[])];

/** Returns the row of a code. Codes are untrusted: one may even be the name of an Object.prototype property. */
const rowOf = (code: string): FaultRow | undefined =>
  Object.hasOwn(otherFaults, code) ? (otherFaults as Record<string, FaultRow>)[code] : undefined;

/** Whether the code of an envelope means success. */
export const isSuccess = (code: string): boolean => code === 'SUCCESS' || code === '30001';

interface FaultOptions {
  cause?: unknown;
  /** Details sent with the code, such as a DevicesChanged. */
  data?: Uint8Array;
  /** The id of the failed request. */
  request?: string | undefined;
  /** For the log: the other side's message, or a description of the error. */
  message?: string;
}

/** The only error class. Its `message` is for logs; people read `getErrorMessage(fault)` of @amber/client. */
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

  /** The kind of the fault. An unknown code is a business refusal of a newer gateway. */
  get kind(): FaultKind {
    return rowOf(this.code)?.kind ?? 'business';
  }

  /** Whether the fault is transient: a retry may succeed. */
  get isPassing(): boolean {
    return this.kind === 'network' || this.kind === 'unforeseen';
  }

  get field(): FaultRow['field'] {
    return rowOf(this.code)?.field;
  }

  /** Returns the plain form, because structured clone does not preserve classes across threads. */
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
   * Converts any thrown value to a Fault; a value that is none becomes UNKNOWN with the value as its cause. Faults are
   * recognised by shape, because each remote may bundle its own copy of this class.
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
