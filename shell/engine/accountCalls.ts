// The table of calls on the signed-in account, with one handler per call.
import type { BotsOnDemand } from './bots/botsOnDemand.ts';
import type { AccountCalls } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { FilesOnDemand } from './files/filesOnDemand.ts';
import type { Search } from './local/search.ts';
import { clearHistory } from './local/eviction.ts';
import type { Moments } from './moments/moments.ts';
import type { Groups } from './chats/groups.ts';
import type { Members } from './chats/members.ts';
import { isSealed, privateChatWith } from './rows/people/privateChats.ts';
import type { SpaceCalls } from './chats/spaceCalls.ts';
import type { Spaces } from './chats/spaces.ts';
import type { Inbox } from './in/inbox.ts';
import type { LoadHistory } from './in/historyLoader.ts';
import type { ReadPositions } from './chats/readPositions.ts';
import type { Encryption } from './sealing/encryption.ts';
import type { OwnHistory } from './after/ownHistory.ts';
import type { MaintenanceOnDemand } from './after/maintenanceOnDemand.ts';
import { isAwaitingApproval } from './rows/deviceApproval.ts';
import type { AccountDeletion } from './session/accountDeletion.ts';
import type { Outbox } from './out/outbox.ts';
import type { Typing } from './chats/typing.ts';
import { isAnonymous } from './out/writing.ts';

/** The parts of one account's engine that calls use. */
export interface AccountParts {
  db: AccountDb;
  me: Device;
  /** For tests: the device sends without being approved, as a thief's device would. */
  skipsApproval?: boolean;
  outbox: Outbox;
  inbox: Inbox;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  older(): Promise<LoadHistory>;
  readPositions: ReadPositions;
  files: FilesOnDemand;
  /** Loads its code first, as below. @throws Fault REQUEST_FAILED */
  groups(): Promise<Groups>;
  members: Members;
  spaces: Spaces;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  spaceCalls(): Promise<SpaceCalls>;
  bots: BotsOnDemand;
  encryption: Encryption;
  maintenance: MaintenanceOnDemand;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  ownHistory(): Promise<OwnHistory>;
  /** Loads its code first. @throws Fault REQUEST_FAILED */
  moments(): Promise<Moments>;
  typing: Typing;
  deletion: AccountDeletion;
  search: Search;
  now(): number;
  /** A message sent now does not wait for the next slow reconnect attempt. */
  reconnectNow(): void;
}

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
  openPrivateChat: async ({ groups }, { identifier }) => (await groups()).openPrivateChat(identifier),
  openRobotChat: ({ bots }, { aiBotId }) => bots.openChat(aiBotId),
  refreshBots: ({ bots }) => bots.refresh(),
  createGroup: async ({ groups }, group) => (await groups()).createGroup(group),
  refreshGroup: async ({ groups }, { conversationId }) => (await groups()).refreshGroup(conversationId),
  members: ({ members }, request) => members.page(request),
  askMembers: ({ members }, { conversationId, identifiers }) => members.fetchMembers(conversationId, identifiers),
  joinSpace: async ({ spaceCalls }, request) => (await spaceCalls()).joinSpace(request),
  createSpace: async ({ spaceCalls }, request) => (await spaceCalls()).createSpace(request),
  changeSpace: async ({ spaceCalls }, request) => (await spaceCalls()).changeSpace(request),
  quitSpace: async ({ spaceCalls }, request) => (await spaceCalls()).quitSpace(request),
  refreshSpace: ({ spaces }, { spaceId }) => spaces.refresh(spaceId),
  loadOlder: async ({ older }, { conversationId, beforeSeq }) => (await older())(conversationId, beforeSeq),
  changeSetting: async ({ groups }, { conversationId, setting }) =>
    (await groups()).changeSetting(conversationId, setting),
  hideConversation: async ({ groups }, { conversationId }) => (await groups()).hideConversation(conversationId),
  async setTyping({ db, typing }, { conversationId, typing: isTyping }) {
    if (!isAnonymous(await db.conversations.get(conversationId))) typing.setOwnTyping(conversationId, isTyping);
  },
  async askHistory(account, { conversationId }) {
    await checkApproved(account, conversationId, true);
    await (await account.ownHistory()).request(conversationId);
  },
  allowHistory: async ({ ownHistory }, { requestId }) => (await ownHistory()).allow(requestId),
  async command(account, command) {
    const { outbox, reconnectNow } = account;
    await checkApproved(account, command.conversationId, true);
    await outbox.command(command);
    reconnectNow();
  },
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
  fetchFile: ({ files }, { id }) => files.fetch(id),
  cancelFetch: ({ files }, { id }) => files.cancel(id),
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
    await retryUntrusted(account, identifier);
  },
  async verifyPerson(account, { identifier, safetyNumber }) {
    await account.encryption.verify(identifier, safetyNumber);
    await retryUntrusted(account, identifier);
  },
  moments: async ({ moments }, request) => (await moments()).run(request),
  approveDevice: ({ maintenance }, { deviceId, code }) => maintenance.ownDevices.approve(deviceId, code),
  signOutDevice: ({ maintenance }, { deviceId }) => maintenance.ownDevices.signOut(deviceId),
  confirmDevices: ({ maintenance }) => maintenance.ownDevices.confirm(),
  startOver: ({ maintenance }) => maintenance.ownDevices.startOver(),
  discard: ({ outbox }, { id }) => outbox.discard(id),
  forget: ({ inbox }, { conversationId, ids }) => inbox.forget(conversationId, ids),
  markRead: ({ readPositions }, { conversationId, seq }) => readPositions.advanceOwn(conversationId, seq),
  search: ({ search }, request) => search.find(request),
  clearHistory: async ({ db }) => ({ messages: await clearHistory(db) }),
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
