// Codes for blocked resources and thrown errors: pages report these instead of addresses and messages.
import { faultCodes } from './faults.ts';

/** The resources that a violation of the content security policy can block, without their addresses. */
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

/** Whether this is one of these codes, or a fault's code. */
export const isProblemCode = (code: string): boolean => problemCodes.has(code);

/** Returns the code for a violation's `blockedURI`. */
export function blockedResource(blocked: string, origin: string): (typeof blockedResources)[number] {
  const known = blockedResources.find((resource) => resource === blocked || blocked.startsWith(`${resource}:`));
  if (known) return known;
  return blocked === origin || blocked.startsWith(`${origin}/`) ? 'self' : 'elsewhere';
}

/** Returns a fault's code, or another error's name. */
export function errorCodeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'Error';
  const code = thrown.name === 'Fault' && 'code' in thrown ? String(thrown.code) : thrown.name;
  return isProblemCode(code) ? code : 'Error';
}
