// Words for blocked resources and thrown errors: pages report them instead of addresses and messages.
import { faultCodes } from './faults.ts';

/** What a violation of the content policy blocked, without its address. */
const blockedThings = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'elsewhere'] as const;

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

const words = new Set<string>([...blockedThings, ...errorNames, ...faultCodes]);

/** Whether this is one of these words, or a fault's code. */
export const isProblemWord = (code: string): boolean => words.has(code);

/** The word for a violation's `blockedURI`. */
export function blockedThing(blocked: string, origin: string): (typeof blockedThings)[number] {
  const known = blockedThings.find((thing) => thing === blocked || blocked.startsWith(`${thing}:`));
  if (known) return known;
  return blocked === origin || blocked.startsWith(`${origin}/`) ? 'self' : 'elsewhere';
}

/** A fault's code, or another error's name. */
export function errorWord(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'Error';
  const word = thrown.name === 'Fault' && 'code' in thrown ? String(thrown.code) : thrown.name;
  return isProblemWord(word) ? word : 'Error';
}
