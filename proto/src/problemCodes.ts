// Words for blocked resources and thrown errors: pages report them instead of addresses and messages.
import { faultCodes } from './faults.ts';

/** What a violation of the content policy blocked, without its address. */
const blockedResources = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'elsewhere'] as const;

const errorNames = [
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AggregateError',
  'ChunkLoadError',
  'AbortError',
  'NotAllowedError',
  'SecurityError',
  'QuotaExceededError',
  'InvalidStateError',
  'NotFoundError',
  'DataError',
  'UnknownError',
  'VersionError',
  'DatabaseClosedError',
];

const problemCodes = new Set<string>([...blockedResources, ...errorNames, ...faultCodes]);

/** Whether this is one of these words, or a fault's code. */
export const isProblemCode = (code: string): boolean => problemCodes.has(code);

/** The word for a violation's `blockedURI`. */
export function blockedResource(blocked: string, origin: string): (typeof blockedResources)[number] {
  const known = blockedResources.find((resource) => resource === blocked || blocked.startsWith(`${resource}:`));
  if (known) return known;
  return blocked === origin || blocked.startsWith(`${origin}/`) ? 'self' : 'elsewhere';
}

/** A fault's code, or another error's name. */
export function errorCodeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'Error';
  const code = thrown.name === 'Fault' && 'code' in thrown ? String(thrown.code) : thrown.name;
  return isProblemCode(code) ? code : 'Error';
}
