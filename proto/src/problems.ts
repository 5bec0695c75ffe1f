// What can go wrong on a device, word by word: nothing else is logged, shown to a helper or told to the gateway.
import { routes } from '../gen/routes.ts';
import { isProblemWord } from './problemWords.ts';
import { isRequestId } from './requestId.ts';
import { isUnreadableReason } from './unreadable.ts';

/** Each with the sentence that a log has for it. */
export const problems = {
  call: 'a call failed',
  frame: 'a frame could not be read',
  push: 'a push was dropped',
  notice: 'a notice was dropped',
  syncPart: 'part of a catch-up was refused',
  row: 'a message could not be read',
  opening: 'an encrypted copy could not be opened',
  catchUp: 'catching up failed',
  storeRow: 'a message could not be stored',
  storeNotice: 'a notice could not be stored',
  storeDevices: 'a list of devices could not be stored',
  keepDevices: 'a list of devices could not be kept',
  storeReached: 'a delivery state could not be stored',
  group: 'a group could not be refreshed',
  members: 'people of a group could not be asked for',
  space: 'a space could not be refreshed',
  list: 'the list of conversations could not be brought up to date',
  spaces: 'the list of spaces could not be brought up to date',
  contacts: 'contacts could not be brought up to date',
  keys: 'keys could not be brought up to date',
  newKeys: 'new keys could not be uploaded',
  reopen: 'messages under a new key could not be opened',
  followed: 'the effect of a command failed',
  askAgain: 'asking for a message again failed',
  acks: 'a receipt could not be sent',
  told: 'a read state could not be sent',
  outbox: 'what waits to be sent could not be read',
  uploader: 'the file uploader could not be loaded',
  uploadDropped: 'an upload could not be cleared',
  release: 'files could not be let go of',
  database: 'the database could not be read',
  violation: 'the content policy blocked something',
  engineViolation: 'the content policy blocked something in the engine',
  crash: 'a page failed',
  engineCrash: 'the engine failed',
  other: 'something else failed',
} as const satisfies Record<string, string>;

export type ProblemKind = keyof typeof problems;

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

const isKind = (what: unknown): what is ProblemKind => typeof what === 'string' && Object.hasOwn(problems, what);
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
