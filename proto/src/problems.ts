// The vocabulary of problems on devices: nothing else is logged, shown to support or reported to the gateway.
import { routes } from '../gen/routes.ts';
import { isProblemCode } from './problemCodes.ts';
import { isRequestId } from './requestId.ts';
import { isUnreadableReason } from './unreadable.ts';

/** The kinds of problems. Logs contain these keys; messages for people are in the host's catalogue. */
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

/** A problem; see `sanitizeProblem`. */
export interface DeviceProblem {
  what: ProblemKind;
  /** The code of a fault, the reason why something cannot be read, the name of an error, or a blocked resource. */
  code: string;
  /** The name of a call, or the directive of a violation; else empty. */
  about: string;
  /** The id of the failed request, if any. */
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
 * Restricts a reported problem to the vocabulary: unknown values become `other`, or empty. Reports are untrusted, so no
 * value in them is passed on unchecked.
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
