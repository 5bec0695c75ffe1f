// The vocabulary of device problems: nothing else is logged, shown to a helper or reported to the gateway.
import { routes } from '../gen/routes.ts';
import { isProblemCode } from './problemCodes.ts';
import { isRequestId } from './requestId.ts';
import { isUnreadableReason } from './unreadable.ts';

/** Logs contain the words themselves; messages for people are in the host's catalogue. */
export const problemKinds = [
  'call',
  'frame',
  'push',
  'notice',
  'syncPart',
  'row',
  'opening',
  'catchUp',
  'storeRow',
  'storeNotice',
  'storeDevices',
  'keepDevices',
  'storeReached',
  'group',
  'members',
  'space',
  'list',
  'spaces',
  'contacts',
  'bots',
  'keys',
  'newKeys',
  'reopen',
  'followed',
  'askAgain',
  'acks',
  'told',
  'outbox',
  'uploader',
  'uploadDropped',
  'release',
  'database',
  'violation',
  'engineViolation',
  'crash',
  'engineCrash',
  'other',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

const directives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
  'sandbox',
]);

/** A problem; see `cleanProblem`. */
export interface DeviceProblem {
  what: ProblemKind;
  /** A fault, a reason why something cannot be read, the name of an error, or what was blocked. */
  code: string;
  /** A call's name, or a violation's directive; else empty. */
  about: string;
  /** The request that failed with it, if any. */
  request: string;
}

const kinds: ReadonlySet<unknown> = new Set(problemKinds);
const isKind = (what: unknown): what is ProblemKind => kinds.has(what);
const isCode = (code: unknown): code is string =>
  typeof code === 'string' && (isProblemCode(code) || isUnreadableReason(code));

function sanitizeSubject(what: ProblemKind, about: unknown): string {
  if (typeof about !== 'string') return '';
  if (what === 'call') return Object.hasOwn(routes, about) ? about : '';
  return (what === 'violation' || what === 'engineViolation') && directives.has(about) ? about : '';
}

/**
 * Restricts a reported problem to words of the lists: unknown ones become `other`, or nothing. Reports are
 * untrusted, so nothing in them is passed on as it is.
 */
export function sanitizeProblem({
  what,
  code,
  about,
  request,
}: { [Field in keyof DeviceProblem]?: unknown }): DeviceProblem {
  const kind = isKind(what) ? what : 'other';
  return {
    what: kind,
    code: isCode(code) ? code : 'other',
    about: sanitizeSubject(kind, about),
    request: isRequestId(request) ? request : '',
  };
}
