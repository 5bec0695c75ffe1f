// People: profile, devices, session.
import { Fault } from '@amber/proto/faults';
import { walletStatements } from '@amber/proto/walletMessage';
import { changedSince, checkDeviceId, checkName, checkText, checkUnencrypted } from '../core/checks.ts';
import { checksummed } from '../people/signIn/ethereum.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { randomName } from '../people/randomName.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { Db } from '../db/store.ts';

/** PostgreSQL's code for a unique violation. */
const uniqueViolation = '23505';
const dontHaveAccess = 'dontHaveAccess';

/** A person's public profile. */
const publicInfo = (db: Db, identifier: string) =>
  db
    .selectFrom('person')
    .select(['identifier', 'avatar', 'last_name as lastName', 'bio', 'kind'])
    .where('identifier', '=', identifier)
    .executeTakeFirst();

/** The calls that start, refresh and end a session. */
const sessionCalls = ({
  db,
  tokens,
  devices,
  keys,
  invites,
  signUps,
  botChats,
  contacts,
  humanHandoff,
  clock,
  operators,
  accountDeletion,
}: HandlerPorts) => {
  /** Moves a new session to another device. @throws Fault BAD_REQUEST once the session has been used. */
  async function moveSession(actor: Actor, device: string): Promise<Actor> {
    checkDeviceId(device);
    const used = await db
      .selectFrom('device')
      .select('device')
      .where('identifier', '=', actor.identifier)
      .where('device', '=', actor.device)
      .executeTakeFirst();
    if (used) throw new Fault('BAD_REQUEST');
    return tokens.moveTo(actor, device);
  }

  return {
    async 'user.init'(request, caller, { token, address }) {
      const { uuid, inviteId, deviceName, system } = request;
      const actor = uuid === caller.device ? caller : await moveSession(caller, uuid);
      if (inviteId !== '' && !(await signUps.isOperatorCode(inviteId)))
        await invites.redeem(actor.identifier, inviteId);
      const newDevice = await devices.register(actor, { deviceName, system, address });
      const person = (await publicInfo(db, actor.identifier))!;
      const now = clock();
      return {
        userInfo: { ...person, token, deviceId: actor.device },
        deviceId: actor.device,
        newDevice,
        hasKeys: !newDevice && (await keys.has(actor)),
        conversationTime: now,
        aiConversations: await botChats.changedSince(actor.identifier, changedSince(request.conversationTime, now)),
        contacts: await contacts.listOf(actor.identifier, changedSince(request.contactTime, now)),
        deletesAt: await accountDeletion.dueAt(actor.identifier),
        // Pages hide operators' actions from everyone else, and the gateway refuses them.
        name: operators.has(actor.identifier) ? person.lastName : dontHaveAccess,
      };
    },

    async 'user.refreshToken'({ refreshToken }) {
      const { token, refreshToken: next, actor } = await tokens.refresh(refreshToken);
      await db
        .updateTable('device')
        .set({ seen_at: clock() })
        .where('identifier', '=', actor.identifier)
        .where('device', '=', actor.device)
        .execute();
      return { token, refreshToken: next };
    },

    async 'user.logOut'(_, { family }) {
      await tokens.revoke(family);
      await humanHandoff.releaseLeftChats();
    },
  } satisfies Partial<CallsOf<'user'>>;
};

/** The calls about names and profiles. */
const profileCalls = ({ db, profiles, pictures, autoJoin, limits, avatars }: HandlerPorts) =>
  ({
    async 'user.preparedAvatar'() {
      return { list: avatars };
    },

    async 'user.randomName'() {
      return { name: randomName() };
    },

    async 'user.getUserInfoByIdentifier'({ identifier }) {
      const userInfo = await publicInfo(db, identifier);
      if (!userInfo) throw new Fault('NO_AUTH');
      return { userInfo };
    },

    async 'user.updateUserInfo'({ avatar, lastName }, actor) {
      const { identifier } = actor;
      const name = checkName(lastName);
      const before = await publicInfo(db, identifier);
      await pictures.check(db, identifier, avatar, { current: before?.avatar ?? '', predefined: avatars });
      await profiles.save(identifier, { avatar, lastName: name });
      // The newcomer joins only once the profile is complete, because members see it from now on.
      if (before?.avatar === '' && avatar !== '') await autoJoin(actor);
      return { userInfo: (await publicInfo(db, identifier))! };
    },

    async 'user.setBio'({ bio }, { identifier }) {
      await db
        .updateTable('person')
        .set({ bio: bio.trim() === '' ? '' : checkText(bio, limits.bioMax) })
        .where('identifier', '=', identifier)
        .execute();
      return { userInfo: (await publicInfo(db, identifier))! };
    },

    async 'user.privacy'(_, { identifier }) {
      return db
        .selectFrom('person')
        .select(['hide_read_state as hideReadState', 'unencrypted'])
        .where('identifier', '=', identifier)
        .executeTakeFirstOrThrow();
    },

    async 'user.setPrivacy'({ hideReadState, unencrypted }, { identifier }) {
      checkUnencrypted(unencrypted);
      await db
        .updateTable('person')
        .set({ hide_read_state: hideReadState, unencrypted })
        .where('identifier', '=', identifier)
        .execute();
      return { hideReadState, unencrypted };
    },
  }) satisfies Partial<CallsOf<'user'>>;

/** A person's devices and their keys. */
const deviceCalls = ({ devices, approvals, keys }: HandlerPorts) =>
  ({
    async 'user.initPreKeyBundle'({ pkb }, actor) {
      if (!pkb) throw new Fault('BAD_REQUEST');
      await keys.publish(actor, pkb);
    },

    async 'user.distributePreKey'({ list, devices: onlyDevices }, actor) {
      return { preKeyBundle: await keys.distribute(actor, list, onlyDevices) };
    },

    'user.updatePreKeyBundle': ({ onetimePreKeys }, actor) => keys.add(actor, onetimePreKeys),

    async 'user.devices'(_, actor) {
      return { list: await devices.listOf(actor) };
    },

    'user.signOutDevice': ({ deviceId }, actor) => devices.signOut(actor, deviceId),

    'user.renameDevice': ({ deviceId, name }, actor) => devices.rename(actor, deviceId, name),

    'user.approveDevice': ({ deviceId }, actor) => approvals.approve(actor, deviceId),

    async 'user.startOver'(_, actor) {
      return { at: await approvals.claim(actor) };
    },
  }) satisfies Partial<CallsOf<'user'>>;

/** Account data: wallet, invitations, favourites, export, deletion. */
const accountCalls = ({ db, wallets, invites, favorites, exportData, accountDeletion }: HandlerPorts) =>
  ({
    async 'user.wallet'(_, { identifier }) {
      const { wallet } = await db
        .selectFrom('person')
        .select('wallet')
        .where('identifier', '=', identifier)
        .executeTakeFirstOrThrow();
      return { wallet: wallet ? checksummed(wallet) : '' };
    },

    async 'user.bindWallet'({ wallet, message, signature }, { identifier, device }, { host }) {
      const address = await wallets.verifyProof({
        wallet,
        device,
        message,
        signature,
        statement: walletStatements.bind(identifier),
        host,
      });
      await db
        .updateTable('person')
        .set({ wallet: address })
        .where('identifier', '=', identifier)
        .execute()
        .catch((thrown: { code?: string }) => {
          throw thrown.code === uniqueViolation ? new Fault('WALLET_TAKEN', { cause: thrown }) : thrown;
        });
      return { wallet: checksummed(address) };
    },

    'user.getInviteUsers': (_, { identifier }) => invites.overviewOf(identifier),

    'user.addFavorite': ({ conversationId, id }, { identifier }) => favorites.add(identifier, conversationId, id),

    'user.removeFavorite': ({ conversationId, id }, { identifier }) => favorites.remove(identifier, conversationId, id),

    'user.favorites': ({ before, limit }, actor) => favorites.page(actor, before, limit),

    'user.exportData': ({ cursor }, { identifier }) => exportData(identifier, cursor),

    async 'user.deleteAccount'({ confirm }, actor) {
      if (confirm !== actor.identifier) throw new Fault('BAD_REQUEST');
      return { deletesAt: await accountDeletion.request(actor) };
    },

    'user.cancelDeletion': (_, actor) => accountDeletion.cancel(actor),
  }) satisfies Partial<CallsOf<'user'>>;

export const userCalls = (ports: HandlerPorts): CallsOf<'user'> => ({
  ...sessionCalls(ports),
  ...profileCalls(ports),
  ...deviceCalls(ports),
  ...accountCalls(ports),
});
