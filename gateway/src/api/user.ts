// People: profile, devices, session.
import { Fault } from '@amber/proto/faults';
import { walletStatements } from '@amber/proto/walletMessage';
import { checkDeviceId, checkName, checkText, checkUnencrypted } from '../core/checks.ts';
import { checksummed } from '../people/signIn/ethereum.ts';
import type { CallsOf } from './handler.ts';
import { randomName } from '../people/randomName.ts';
import type { Actor, Tokens } from '../people/signIn/tokens.ts';
import type { AccountDeletion } from '../account/accountDeletion.ts';
import type { Approvals } from '../people/devices/approvals.ts';
import type { AutoJoin } from '../spaces/autoJoin.ts';
import type { Clock } from '../core/clock.ts';
import type { Devices } from '../people/devices/devices.ts';
import type { ExportData } from '../account/exportData.ts';
import type { Favorites } from '../people/favorites.ts';
import type { HumanHandoff } from '../bots/humanHandoff.ts';
import type { Invites } from '../people/invites.ts';
import type { Keys } from '../people/devices/keys.ts';
import type { Limits } from '@amber/proto/limits';
import type { Pictures } from '../pictures/pictures.ts';
import type { Profiles } from '../people/profiles.ts';
import type { BotChats } from '../bots/botChats.ts';
import type { SignUps } from '../people/signIn/signUps.ts';
import type { Db, Store } from '../db/store.ts';
import type { Wallets } from '../people/signIn/wallets.ts';

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

interface SessionPorts {
  store: Store;
  tokens: Tokens;
  devices: Devices;
  keys: Keys;
  invites: Invites;
  signUps: SignUps;
  robotChats: BotChats;
  humans: HumanHandoff;
  clock: Clock;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
  accountDeletion: AccountDeletion;
}

/** The calls that start, refresh and end a session. */
const sessionCalls = ({
  store: { db },
  tokens,
  devices,
  keys,
  invites,
  signUps,
  robotChats,
  humans,
  clock,
  operators,
  accountDeletion,
}: SessionPorts) => {
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
    async 'user.init'({ uuid, inviteId, deviceName, system }, caller, { token, address }) {
      const actor = uuid === caller.device ? caller : await moveSession(caller, uuid);
      if (inviteId !== '' && !(await signUps.isOperatorCode(inviteId)))
        await invites.redeem(actor.identifier, inviteId);
      const newDevice = await devices.register(actor, { deviceName, system, address });
      const person = (await publicInfo(db, actor.identifier))!;
      return {
        userInfo: { ...person, token, deviceId: actor.device },
        deviceId: actor.device,
        newDevice,
        hasKeys: !newDevice && (await keys.has(actor)),
        aiConversations: await robotChats.list(actor.identifier),
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
      await humans.look();
      return {};
    },
  } satisfies Partial<CallsOf<'user'>>;
};

interface ProfilePorts {
  store: Store;
  profiles: Profiles;
  pictures: Pictures;
  autoJoin: AutoJoin;
  limits: Limits;
  /** Prepared pictures, as paths: avatars of people and spaces, and banners of spaces. */
  avatars: string[];
}

/** The calls about names and profiles. */
const profileCalls = ({ store: { db }, profiles, pictures, autoJoin, limits, avatars }: ProfilePorts) => {
  return {
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
      await pictures.check(db, identifier, avatar, { current: before?.avatar ?? '', prepared: avatars });
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
  } satisfies Partial<CallsOf<'user'>>;
};

interface DevicePorts {
  devices: Devices;
  approvals: Approvals;
  keys: Keys;
}

/** A person's devices and their keys. */
const deviceCalls = ({ devices, approvals, keys }: DevicePorts) => {
  return {
    async 'user.initPreKeyBundle'({ pkb }, actor) {
      if (!pkb) throw new Fault('BAD_REQUEST');
      await keys.publish(actor, pkb);
      return {};
    },

    async 'user.distributePreKey'({ list, devices: onlyDevices }, actor) {
      return { preKeyBundle: await keys.distribute(actor, list, onlyDevices) };
    },

    async 'user.updatePreKeyBundle'({ onetimePreKeys }, actor) {
      await keys.add(actor, onetimePreKeys);
      return {};
    },

    async 'user.devices'(_, actor) {
      return { list: await devices.listOf(actor) };
    },

    async 'user.signOutDevice'({ deviceId }, actor) {
      await devices.signOut(actor, deviceId);
      return {};
    },

    async 'user.approveDevice'({ deviceId }, actor) {
      await approvals.approve(actor, deviceId);
      return {};
    },

    async 'user.startOver'(_, actor) {
      return { at: await approvals.claim(actor) };
    },
  } satisfies Partial<CallsOf<'user'>>;
};

interface AccountPorts {
  store: Store;
  wallets: Wallets;
  invites: Invites;
  favorites: Favorites;
  exportData: ExportData;
  accountDeletion: AccountDeletion;
}

/** Account data: wallet, invitations, favourites, export, deletion. */
const accountCalls = ({ store: { db }, wallets, invites, favorites, exportData, accountDeletion }: AccountPorts) => {
  return {
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

    async 'user.getInviteUsers'(_, { identifier }) {
      return invites.overviewOf(identifier);
    },

    async 'user.addFavorite'({ conversationId, id }, { identifier }) {
      await favorites.add(identifier, conversationId, id);
      return {};
    },

    async 'user.removeFavorite'({ conversationId, id }, { identifier }) {
      await favorites.remove(identifier, conversationId, id);
      return {};
    },

    async 'user.favorites'({ before, limit }, actor) {
      return favorites.page(actor, before, limit);
    },

    async 'user.exportData'({ cursor }, { identifier }) {
      return exportData(identifier, cursor);
    },

    async 'user.deleteAccount'({ confirm }, actor) {
      if (confirm !== actor.identifier) throw new Fault('BAD_REQUEST');
      return { deletesAt: await accountDeletion.request(actor) };
    },

    async 'user.cancelDeletion'(_, actor) {
      await accountDeletion.cancel(actor);
      return {};
    },
  } satisfies Partial<CallsOf<'user'>>;
};

export type UserPorts = SessionPorts & ProfilePorts & DevicePorts & AccountPorts;

export const userCalls = (ports: UserPorts): CallsOf<'user'> => ({
  ...sessionCalls(ports),
  ...profileCalls(ports),
  ...deviceCalls(ports),
  ...accountCalls(ports),
});
