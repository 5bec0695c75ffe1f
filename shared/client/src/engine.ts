// A feature's access to the engine: `engine` for its calls, `api` for the gateway's calls, `events$` for ephemeral events.
// Calls that decide about the account, its devices or its keys are the host's: see hostEngine.ts.
import { Fault } from '@amber/proto/faults';
import type { EngineCalls } from './bus.ts';
import { askPerson, type HostAction } from './hostActions.ts';
import { apiThrough, engine as hostEngine } from './hostEngine.ts';

export { engineState$, events$, newMessageId, showToast } from './hostEngine.ts';

/** The calls that features make by themselves. A call that is in neither table is the host's. */
const ownCalls = [
  'api',
  'openPrivateChat',
  'openRobotChat',
  'refreshBots',
  'createGroup',
  'refreshGroup',
  'members',
  'askMembers',
  'joinSpace',
  'createSpace',
  'changeSpace',
  'quitSpace',
  'refreshSpace',
  'loadOlder',
  'changeSetting',
  'hideConversation',
  'setTyping',
  'askHistory',
  'allowHistory',
  'command',
  'send',
  'sendFile',
  'fetchFile',
  'cancelFetch',
  'appendVoice',
  'voiceDraft',
  'discardVoice',
  'sendVoice',
  'transcribe',
  'dictate',
  'cancelTranscription',
  'speak',
  'stopSpeaking',
  'retry',
  'discard',
  'forget',
  'markRead',
  'security',
  'askAgain',
  'search',
  'saveDraft',
  'moments',
] as const satisfies (keyof EngineCalls)[];

/** The calls that features make once the person has agreed in the host's dialog, and what it asks. */
const askedCalls = {
  acceptKeys: ({ identifier }) => ({ kind: 'acceptKeys', identifier }),
  verifyPerson: ({ identifier, safetyNumber }) => ({ kind: 'verifyPerson', identifier, safetyNumber }),
  startOver: () => ({ kind: 'startOver' }),
  sendUnencrypted: () => ({ kind: 'sendUnencrypted' }),
} as const satisfies {
  [Name in keyof EngineCalls]?: (request: Parameters<EngineCalls[Name]>[0]) => HostAction;
};

export type FeatureCalls = Pick<EngineCalls, (typeof ownCalls)[number] | keyof typeof askedCalls>;

/** The gateway's calls that are the host's: who signs in, the account, its devices, and what operators do. */
const hostServices =
  /^(login|operator|rollout|push)\.|^user\.(deleteAccount|cancelDeletion|exportData|signOutDevice|bind)/;

/** What the host asks about before a call; null where a feature may make it by itself. @throws Fault NO_AUTH */
function actionOf(name: string, request: object): HostAction | null {
  if (Object.hasOwn(askedCalls, name)) return askedCalls[name as keyof typeof askedCalls](request as never);
  const { call, cmdId, body, conversationId } = request as Partial<Record<string, unknown>>;
  const isOwn = (ownCalls as readonly string[]).includes(name);
  if (!isOwn || (name === 'api' && hostServices.test(String(call)))) throw new Fault('NO_AUTH');
  return name === 'command' && cmdId === 'encrypt' && (body as { encrypted?: unknown } | null)?.encrypted !== true
    ? { kind: 'stopEncrypting', conversationId: String(conversationId) }
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
    if (action && !(await askPerson(action))) throw new Fault('CANCELLED');
    return hostEngine[name as keyof EngineCalls](called as never);
  },
});

/** The gateway's calls by service, e.g. `api.contact.search({ keyword })`. Each rejects with a Fault. */
export const api = /* #__PURE__ */ apiThrough((request) => engine.api(request));
