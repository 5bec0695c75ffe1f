// What can go wrong on a device, word by word: nothing else is logged, shown to a helper or told to the gateway.
import { routes } from '../gen/routes.ts';
import { isProblemWord } from './problemWords.ts';
import { isRequestId } from './requestId.ts';
import { isUnreadableReason } from './unreadable.ts';

/** Logs have the words themselves; their sentences are in the catalogue of the host. */
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

/** A thing that went wrong; see `cleanProblem`. */
export interface NotedProblem {
  what: ProblemKind;
  /** A fault, a reason why something cannot be read, the name of an error, or what was blocked. */
  code: string;
  /** Of a call its name, of a violation its directive; else empty. */
  about: string;
  /** The request that ended in it, where there was one. */
  request: string;
}

const kinds: ReadonlySet<unknown> = new Set(problemKinds);
const isKind = (what: unknown): what is ProblemKind => kinds.has(what);
const isCode = (code: unknown): code is string =>
  typeof code === 'string' && (isProblemWord(code) || isUnreadableReason(code));

function aboutOf(what: ProblemKind, about: unknown): string {
  if (typeof about !== 'string') return '';
  if (what === 'call') return Object.hasOwn(routes, about) ? about : '';
  return (what === 'violation' || what === 'engineViolation') && directives.has(about) ? about : '';
}

/**
 * What somebody says went wrong, in words of the lists alone: what is in none of them becomes `other`, or nothing. Whoever
 * says it may lie, so that nothing of theirs is let through as it is.
 */
export function cleanProblem({
  what,
  code,
  about,
  request,
}: { [Field in keyof NotedProblem]?: unknown }): NotedProblem {
  const kind = isKind(what) ? what : 'other';
  return {
    what: kind,
    code: isCode(code) ? code : 'other',
    about: aboutOf(kind, about),
    request: isRequestId(request) ? request : '',
  };
}
