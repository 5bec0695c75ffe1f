// The object store's errors: OSS's codes, each with its status and message.

const refusals = {
  AccessDenied: [403, 'Access denied.'],
  EntityTooLarge: [400, 'The object is too large.'],
  EntityTooSmall: [400, 'Every part except the last must have at least 100 KB.'],
  FileAlreadyExists: [409, 'The object already exists.'],
  IncompleteBody: [400, 'The body is shorter than its Content-Length.'],
  InternalError: [500, 'Internal error.'],
  InvalidAccessKeyId: [403, 'Unknown access key.'],
  InvalidArgument: [400, 'Invalid request.'],
  InvalidDigest: [400, 'The body does not match its Content-MD5.'],
  InvalidPart: [400, 'A part is missing, or has a different ETag.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The range is not satisfiable.'],
  InvalidSecurityToken: [403, 'Invalid security token.'],
  MalformedXML: [400, 'Invalid XML.'],
  MissingContentLength: [411, 'The Content-Length is missing.'],
  NoSuchKey: [404, 'The object does not exist.'],
  NoSuchUpload: [404, 'The upload does not exist.'],
  QuotaExceeded: [403, 'The daily quota is used up.'],
  RequestTimeTooSkewed: [403, 'The request time differs too much from the clock of the server.'],
  SecurityTokenExpired: [403, 'The security token has expired.'],
  ServiceUnavailable: [503, 'The store is temporarily unavailable.'],
  SignatureDoesNotMatch: [403, 'The signature does not match the request and key.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type OssCode = keyof typeof refusals;

/** Not a Fault, because OSS clients read it instead of people. */
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
