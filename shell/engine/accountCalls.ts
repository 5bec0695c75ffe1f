// The table of calls on the signed-in account, with one handler per call.
import type { AccountCalls } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import type { AccountParts } from './accountParts.ts';
import { isAnonymous } from './out/writing.ts';
import { lazyImport } from './kit/lazyImport.ts';
import { isAwaitingApproval } from './rows/deviceApproval.ts';
import { isSealed, privateChatWith } from './rows/people/privateChats.ts';

type CallHandler<Name extends keyof AccountCalls> = (
  account: AccountParts,
  request: Parameters<AccountCalls[Name]>[0],
) => ReturnType<AccountCalls[Name]>;

/** Retries the messages that failed because this person had not accepted the other person's keys. */
const retryUntrusted = async ({ db, outbox }: AccountParts, identifier: string): Promise<void> =>
  outbox.retryFailed(await privateChatWith(db, identifier), 'untrusted_identity');

/**
 * Until this device is approved it may write messages only in unencrypted chats, and may send no commands.
 * @throws Fault NOT_APPROVED
 */
async function checkApproved(
  { db, me, skipsApproval }: AccountParts,
  conversationId: string,
  isCommand = false,
): Promise<void> {
  if (skipsApproval || !(await isAwaitingApproval(db))) return;
  const conversation = await db.conversations.get(conversationId);
  if (conversation && (isSealed(conversation, me) || isCommand)) throw new Fault('NOT_APPROVED');
}

const conversationIdOf = async ({ db }: AccountParts, id: string): Promise<string> =>
  (await db.messages.get(id))?.conversationId ?? '';

const callHandlers: { [Name in keyof AccountCalls]: CallHandler<Name> } = {
  deleteAccount: ({ deletion }, { confirm }) => deletion.request(confirm),
  cancelDeletion: ({ deletion }) => deletion.cancel(),
  openPrivateChat: ({ groups }, { identifier }) => groups.openPrivateChat(identifier),
  openRobotChat: ({ bots }, { aiBotId }) => bots.openChat(aiBotId),
  refreshBots: ({ bots }) => bots.refresh(),
  createGroup: ({ groups }, group) => groups.createGroup(group),
  refreshGroup: ({ groups }, { conversationId }) => groups.refreshGroup(conversationId),
  members: ({ members }, request) => members.page(request),
  askMembers: ({ members }, { conversationId, identifiers }) => members.fetchMembers(conversationId, identifiers),
  joinSpace: ({ spaceCalls }, request) => spaceCalls.joinSpace(request),
  createSpace: ({ spaceCalls }, request) => spaceCalls.createSpace(request),
  changeSpace: ({ spaceCalls }, request) => spaceCalls.changeSpace(request),
  quitSpace: ({ spaceCalls }, request) => spaceCalls.quitSpace(request),
  refreshSpace: ({ spaces }, { spaceId }) => spaces.refresh(spaceId),
  loadOlder: ({ historyLoader }, { conversationId, beforeSeq }) => historyLoader.loadOlder(conversationId, beforeSeq),
  loadNewer: ({ historyLoader }, { conversationId, afterSeq }) => historyLoader.loadNewer(conversationId, afterSeq),
  changeSetting: ({ groups }, { conversationId, setting }) => groups.changeSetting(conversationId, setting),
  hideConversation: ({ groups }, { conversationId }) => groups.hideConversation(conversationId),
  async setTyping({ db, typing }, { conversationId, typing: isTyping }) {
    if (!isAnonymous(await db.conversations.get(conversationId))) typing.setOwnTyping(conversationId, isTyping);
  },
  async askHistory(account, { conversationId }) {
    await checkApproved(account, conversationId, true);
    await account.ownHistory.request(conversationId);
  },
  allowHistory: ({ ownHistory }, { requestId }) => ownHistory.allow(requestId),
  async command(account, command) {
    const { outbox, reconnectNow } = account;
    await checkApproved(account, command.conversationId, true);
    await outbox.command(command);
    reconnectNow();
  },
  async withdraw(account, { id, conversationId, target }) {
    await checkApproved(account, conversationId, true);
    await account.outbox.withdraw(id, conversationId, target);
    account.reconnectNow();
  },
  undoWithdrawal: async ({ outbox }, { conversationId, target }) => ({
    undone: await outbox.undoWithdrawal(conversationId, target),
  }),
  async send(account, message) {
    const { outbox, reconnectNow, typing } = account;
    await checkApproved(account, message.conversationId);
    await outbox.send(message);
    reconnectNow();
    typing.clearOwnTyping(message.conversationId);
  },
  async sendFile(account, message) {
    const { files, reconnectNow } = account;
    await checkApproved(account, message.conversationId);
    await files.send(message);
    reconnectNow();
  },
  async sendFiles(account, message) {
    const { files, reconnectNow } = account;
    await checkApproved(account, message.conversationId);
    await files.sendAll(message);
    reconnectNow();
  },
  async forward(account, message) {
    const { files, reconnectNow } = account;
    await checkApproved(account, message.conversationId);
    await files.forward(message);
    reconnectNow();
  },
  saveAttachments: ({ files }, request) => files.saveAttachments(request),
  fetchFile: ({ files }, { id }) => files.fetch(id),
  cancelFetch: ({ files }, { id }) => files.cancel(id),
  appendVoice: ({ voice }, request) => voice.append(request),
  voiceDraft: ({ voice }, request) => voice.draft(request),
  discardVoice: ({ voice }, { conversationId, recording }) => voice.discard(conversationId, recording),
  async sendVoice(account, message) {
    await checkApproved(account, message.conversationId);
    await account.voice.send(message);
    account.reconnectNow();
  },
  transcribe: ({ voice }, request) => voice.transcribe(request),
  dictate: ({ voice }, request) => voice.dictate(request),
  cancelTranscription: ({ voice }, { id }) => voice.cancel(id),
  speak: ({ bots }, request) => bots.speak(request),
  stopSpeaking: ({ bots }, request) => bots.stopSpeaking(request),
  async signalCall({ socket }, request) {
    await socket.request('callSignal', request);
  },
  async retry(account, { id }) {
    const { outbox, reconnectNow } = account;
    await checkApproved(account, await conversationIdOf(account, id));
    await outbox.retry(id);
    reconnectNow();
  },
  async sendUnencrypted(account, { id }) {
    const { outbox, reconnectNow } = account;
    await checkApproved(account, await conversationIdOf(account, id));
    await outbox.retry(id, { plain: true });
    reconnectNow();
  },
  askAgain: ({ maintenance }, { id }) => maintenance.resends.requestOne(id),
  security: ({ encryption }, { conversationId }) => encryption.security(conversationId),
  async acceptKeys(account, { identifier }) {
    await account.encryption.accept(identifier);
    account.emit({ type: 'keysConfirmed', identifier });
    await retryUntrusted(account, identifier);
  },
  async verifyPerson(account, { identifier, safetyNumber }) {
    await account.encryption.verify(identifier, safetyNumber);
    account.emit({ type: 'keysConfirmed', identifier });
    await retryUntrusted(account, identifier);
  },
  moments: ({ moments }, request) => moments.run(request),
  approveDevice: ({ maintenance }, { deviceId, code }) => maintenance.ownDevices.approve(deviceId, code),
  signOutDevice: ({ maintenance }, { deviceId }) => maintenance.ownDevices.signOut(deviceId),
  confirmDevices: ({ maintenance }) => maintenance.ownDevices.confirm(),
  startOver: ({ maintenance }) => maintenance.ownDevices.startOver(),
  discard: ({ outbox }, { id }) => outbox.discard(id),
  forget: ({ inbox }, { conversationId, ids }) => inbox.forget(conversationId, ids),
  markRead: ({ readPositions }, { conversationId, seq }) => readPositions.advanceOwn(conversationId, seq),
  search: ({ search }, request) => search.find(request),
  async clearHistory({ db }) {
    const { clearHistory } = await lazyImport(import(/* webpackChunkName: "maintenance" */ './local/evict.ts'));
    return { messages: await clearHistory(db) };
  },
  saveDraft: ({ db, now }, { conversationId, text }) =>
    db.transaction('rw', db.drafts, async () => {
      if (text) await db.drafts.put({ conversationId, text, savedAt: now() });
      else await db.drafts.delete(conversationId);
    }),
};

/**
 * Creates the calls, which run on the account that is signed in when they are made. Each has a row in `callHandlers`,
 * and a missing row does not compile. There are no other own properties, so a name from outside can be looked up with
 * `hasOwn`.
 * @param getParts throws when no account is running; every call then rejects with that error.
 */
export const accountCalls = (getParts: () => AccountParts): AccountCalls =>
  Object.fromEntries(
    Object.entries(callHandlers).map(([name, handler]) => [
      name,
      async (request: never) => (handler as CallHandler<never>)(getParts(), request),
    ]),
  ) as unknown as AccountCalls;
