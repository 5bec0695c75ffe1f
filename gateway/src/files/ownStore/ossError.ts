// What the object store refuses with: OSS's codes, each with its status and sentence.

const refusals = {
  AccessDenied: [403, 'This is not allowed.'],
  EntityTooLarge: [400, 'This is larger than it may be.'],
  EntityTooSmall: [400, 'Every part but the last has at least 100 KB.'],
  FileAlreadyExists: [409, 'There is an object of that name.'],
  IncompleteBody: [400, 'Fewer bytes came than were announced.'],
  InternalError: [500, 'The store failed.'],
  InvalidAccessKeyId: [403, 'There is no such access key.'],
  InvalidArgument: [400, 'The request could not be understood.'],
  InvalidDigest: [400, 'The bytes have another MD5 than was announced.'],
  InvalidPart: [400, 'A part is not there, or has another ETag.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The object has no such range.'],
  InvalidSecurityToken: [403, 'This is no security token.'],
  MalformedXML: [400, 'The list of parts could not be understood.'],
  MissingContentLength: [411, 'The length must be announced.'],
  NoSuchKey: [404, 'There is no such object.'],
  NoSuchUpload: [404, 'There is no such upload.'],
  QuotaExceeded: [403, 'All bytes of the day are used up.'],
  RequestTimeTooSkewed: [403, 'The clock of the client is wrong.'],
  SecurityTokenExpired: [403, 'The security token has expired.'],
  ServiceUnavailable: [503, 'The store cannot take this now.'],
  SignatureDoesNotMatch: [403, 'The signature is not of this request and key.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type OssCode = keyof typeof refusals;

/** Not a Fault: it is read by OSS's clients, not by people. */
export class OssError extends Error {
  readonly code: OssCode;
  readonly status: number;

  constructor(code: OssCode, options?: ErrorOptions) {
    const [status, sentence] = refusals[code];
    super(sentence, options);
    this.name = 'OssError';
    this.code = code;
    this.status = status;
  }
}
