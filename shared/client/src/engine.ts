// A feature's access to the engine: `engine` for its calls, `api` for the gateway's calls, `events$` for ephemeral events.
// Calls that decide about the account, its devices or its keys are the host's: see hostEngine.ts.
import { Fault } from '@amber/proto/faults';
import { identifierPattern } from '@amber/proto/identifier';
import type { EngineCalls } from './bus.ts';
import { requestConfirmation, type HostAction } from './hostActions.ts';
import { apiThrough, engine as hostEngine } from './hostEngine.ts';

export { engineState$, events$, newMessageId, showToast } from './hostEngine.ts';

/**
 * Who may make each call: features by themselves, features once the person has agreed in the host's dialog, or the host
 * alone. A new call does not compile without its row.
 */
interface Access extends Record<keyof EngineCalls, 'feature' | 'confirmed' | 'host'> {
  getSms: 'host';
  signIn: 'host';
  walletNonce: 'host';
  signInByWallet: 'host';
  bindWallet: 'host';
  saveProfile: 'host';
  signOut: 'host';
  keepData: 'host';
  api: 'feature';
  problems: 'host';
  noteProblem: 'host';
  loadedFiles: 'host';
  reconnect: 'host';
  deleteAccount: 'host';
  cancelDeletion: 'host';
  openPrivateChat: 'feature';
  openRobotChat: 'feature';
  refreshBots: 'feature';
  createGroup: 'feature';
  refreshGroup: 'feature';
  members: 'feature';
  askMembers: 'feature';
  joinSpace: 'feature';
  createSpace: 'feature';
  changeSpace: 'feature';
  quitSpace: 'feature';
  refreshSpace: 'feature';
  loadOlder: 'feature';
  loadNewer: 'feature';
  changeSetting: 'feature';
  hideConversation: 'feature';
  setTyping: 'feature';
  askHistory: 'feature';
  allowHistory: 'feature';
  /** Ending the encryption of a chat needs a confirmation: see actionOf. */
  command: 'feature';
  withdraw: 'feature';
  undoWithdrawal: 'feature';
  send: 'feature';
  sendFile: 'feature';
  sendFiles: 'feature';
  forward: 'feature';
  saveAttachments: 'feature';
  fetchFile: 'feature';
  cancelFetch: 'feature';
  appendVoice: 'feature';
  voiceDraft: 'feature';
  discardVoice: 'feature';
  sendVoice: 'feature';
  transcribe: 'feature';
  dictate: 'feature';
  cancelTranscription: 'feature';
  speak: 'feature';
  stopSpeaking: 'feature';
  signalCall: 'host';
  retry: 'feature';
  discard: 'feature';
  forget: 'feature';
  markRead: 'feature';
  security: 'feature';
  acceptKeys: 'confirmed';
  verifyPerson: 'confirmed';
  approveDevice: 'host';
  signOutDevice: 'host';
  confirmDevices: 'host';
  startOver: 'confirmed';
  sendUnencrypted: 'confirmed';
  askAgain: 'feature';
  search: 'feature';
  clearHistory: 'host';
  saveDraft: 'feature';
  moments: 'feature';
}

type CallsFor<Who> = { [Name in keyof EngineCalls]: Access[Name] extends Who ? Name : never }[keyof EngineCalls];

/** At run time; the host's calls are fewer than the features'. */
const hostCalls: Readonly<Record<CallsFor<'host'>, 1>> = {
  getSms: 1,
  signIn: 1,
  walletNonce: 1,
  signInByWallet: 1,
  bindWallet: 1,
  saveProfile: 1,
  signOut: 1,
  keepData: 1,
  problems: 1,
  noteProblem: 1,
  loadedFiles: 1,
  reconnect: 1,
  deleteAccount: 1,
  cancelDeletion: 1,
  approveDevice: 1,
  signOutDevice: 1,
  confirmDevices: 1,
  clearHistory: 1,
  signalCall: 1,
};

const messageIdPattern = /^\w{1,64}$/;
const safetyNumberPattern = /^\d{60}$/;

/**
 * The host's dialog shows these values or looks them up, so that no text of a feature's choice reaches it.
 * @throws Fault BAD_REQUEST
 */
function checked(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new Fault('BAD_REQUEST');
  return value;
}

/** The calls that features make once the person has agreed in the host's dialog, and what it confirms. */
const confirmedCalls = {
  acceptKeys: ({ identifier }) => ({ kind: 'acceptKeys', identifier: checked(identifier, identifierPattern) }),
  verifyPerson: ({ identifier, safetyNumber }) => ({
    kind: 'verifyPerson',
    identifier: checked(identifier, identifierPattern),
    safetyNumber: checked(safetyNumber, safetyNumberPattern),
  }),
  startOver: () => ({ kind: 'startOver' }),
  sendUnencrypted: ({ id }) => ({ kind: 'sendUnencrypted', id: checked(id, messageIdPattern) }),
} as const satisfies {
  [Name in CallsFor<'confirmed'>]: (request: Parameters<EngineCalls[Name]>[0]) => HostAction;
};

export type FeatureCalls = Pick<EngineCalls, CallsFor<'feature' | 'confirmed'>>;

/**
 * The gateway's calls that are the host's: who signs in, the account, its devices and keys, what operators do, calls, and
 * sending, which the engine does once it has encrypted. Of `user`, features have the calls that are named here.
 */
const hostServices =
  /^(call|login|operator|rollout|push)\.|^message\.send|^user\.(?!(preparedAvatar|randomName|getUserInfoByIdentifier|devices|addFavorite|removeFavorite|favorites)$)/;

/** The action that a call needs a confirmation for; null where it needs none. @throws Fault NO_AUTH, BAD_REQUEST */
function actionOf(name: string, request: object): HostAction | null {
  if (Object.hasOwn(confirmedCalls, name)) return confirmedCalls[name as keyof typeof confirmedCalls](request as never);
  const { call, cmdId, body, conversationId } = request as Partial<Record<string, unknown>>;
  if (name in hostCalls || (name === 'api' && hostServices.test(String(call)))) throw new Fault('NO_AUTH');
  return name === 'command' &&
    String(cmdId) === 'encrypt' &&
    (body as { encrypted?: unknown } | null)?.encrypted !== true
    ? { kind: 'stopEncrypting', conversationId: checked(conversationId, identifierPattern) }
    : null;
}

/**
 * The engine's calls. Each rejects with a Fault: CANCELLED when the person did not agree, NO_AUTH when the call is the
 * host's. Messages and drafts survive the closing of the page before an engine has answered.
 */
export const engine = /* #__PURE__ */ new Proxy(Object.freeze({}) as FeatureCalls, {
  get: (_, name: string) => async (request: object) => {
    // A copy, so that what the person agreed to is what is called.
    const called = structuredClone(request);
    const action = actionOf(name, called);
    if (action && !(await requestConfirmation(action))) throw new Fault('CANCELLED');
    return hostEngine[name as keyof EngineCalls](called as never);
  },
});

/** The gateway's calls by service, e.g. `api.contact.search({ keyword })`. Each rejects with a Fault. */
export const api = /* #__PURE__ */ apiThrough((request) => engine.api(request));
