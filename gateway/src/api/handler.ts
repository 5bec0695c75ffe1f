// The type of a call's handler, and its dependencies.
import type { Calls, Input } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Campaigns } from '../campaigns/campaigns.ts';
import type { Claims } from '../campaigns/claims.ts';
import type { Draws } from '../campaigns/draws.ts';
import type { Editing } from '../campaigns/editing.ts';
import type { Said } from '../campaigns/said.ts';
import type { WinNews } from '../campaigns/winNews.ts';
import type { AgentDesk } from '../bots/agentDesk.ts';
import type { Answers } from '../bots/answers.ts';
import type { Bots } from '../bots/bots.ts';
import type { Humans } from '../bots/humans.ts';
import type { Memory } from '../bots/memory.ts';
import type { Previews } from '../bots/previews.ts';
import type { Provider } from '../bots/provider/provider.ts';
import type { RobotChats } from '../bots/robotChats.ts';
import type { Turns } from '../bots/turns.ts';
import type { AccountDeletion } from '../account/accountDeletion.ts';
import type { ExportData } from '../account/exportData.ts';
import type { Bus } from '../messages/push/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Contacts } from '../people/contacts/contacts.ts';
import type { Acks } from '../messages/sync/acks.ts';
import type { CatchUp } from '../messages/sync/catchUp.ts';
import type { Conversations } from '../messages/sync/conversations.ts';
import type { Groups } from '../messages/members/groups.ts';
import type { Membership } from '../messages/members/membership.ts';
import type { MemberPages } from '../messages/members/memberPages.ts';
import type { PerformCommand } from '../messages/send/performCommand.ts';
import type { ReadState } from '../messages/sync/readState.ts';
import type { SendQueue } from '../messages/send/sendQueue.ts';
import type { UserSettings } from '../messages/members/userSettings.ts';
import type { Approvals } from '../people/devices/approvals.ts';
import type { Devices } from '../people/devices/devices.ts';
import type { Favorites } from '../people/favorites.ts';
import type { FileHolds } from '../files/fileHolds.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { Invites } from '../people/invites.ts';
import type { Keys } from '../people/devices/keys.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Subscriptions } from '../notifications/subscriptions.ts';
import type { PhoneAccounts } from '../people/phoneAccounts.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Profiles } from '../people/profiles.ts';
import type { Rollout } from '../rollout/rollout.ts';
import type { DeployTokens } from '../rollout/deployTokens.ts';
import type { SignUps } from '../people/signUps.ts';
import type { SmsCodes } from '../people/sms.ts';
import type { Spaces } from '../spaces/spaces.ts';
import type { AutoJoin } from '../spaces/autoJoin.ts';
import type { Invitations } from '../spaces/invitations.ts';
import type { JoinApplies } from '../spaces/joinApplies.ts';
import type { SpaceMembers } from '../spaces/spaceMembers.ts';
import type { Spending } from '../db/spending.ts';
import type { Store } from '../db/store.ts';
import type { Actor, Tokens } from '../people/tokens.ts';
import type { Uploads } from '../files/uploads.ts';
import type { Wallets } from '../people/wallets.ts';

/** What handlers depend on. */
export interface Parts {
  store: Store;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  log: FastifyBaseLogger;
  tokens: Tokens;
  devices: Devices;
  approvals: Approvals;
  keys: Keys;
  invites: Invites;
  favorites: Favorites;
  exportData: ExportData;
  accountDeletion: AccountDeletion;
  sms: SmsCodes;
  phoneAccounts: PhoneAccounts;
  signUps: SignUps;
  wallets: Wallets;
  membership: Membership;
  conversations: Conversations;
  memberPages: MemberPages;
  groups: Groups;
  spaces: Spaces;
  spaceMembers: SpaceMembers;
  invitations: Invitations;
  joinApplies: JoinApplies;
  autoJoin: AutoJoin;
  userSettings: UserSettings;
  sendQueue: SendQueue;
  performCommand: PerformCommand;
  catchUp: CatchUp;
  acks: Acks;
  readState: ReadState;
  notices: Notices;
  contacts: Contacts;
  profiles: Profiles;
  spending: Spending;
  uploads: Uploads;
  fileHolds: FileHolds;
  fileStore: FileStore;
  pictures: Pictures;
  subscriptions: Subscriptions;
  rollout: Rollout;
  deployTokens: DeployTokens;
  campaigns: Campaigns;
  claims: Claims;
  draws: Draws;
  winNews: WinNews;
  said: Said;
  editing: Editing;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
  /** Ids of the spaces that newcomers join. */
  joinSpaces: readonly string[];
  /** Prepared pictures, as paths: avatars of people and spaces, and banners of spaces. */
  avatars: string[];
  banners: string[];
  bots: Bots;
  robotChats: RobotChats;
  memory: Memory;
  turns: Turns;
  answers: Answers;
  humans: Humans;
  agentDesk: AgentDesk;
  previews: Previews;
  provider: Provider;
}

/** The context of a call, besides its request. */
export interface CallContext {
  token: string;
  /** The client's address. */
  address: string;
  /** The host that was requested, with its port. */
  host: string;
  /** The origin of the requesting page. */
  pages: string;
}

/** Gets a decoded, permitted request, signed in where the policy requires it. Throws Fault to refuse. */
export type Handler<Call extends keyof Calls> = (
  request: Calls[Call]['request'],
  actor: Actor,
  context: CallContext,
) => Promise<Input<Calls[Call]['reply']>>;

/** The calls of one service. */
export type CallsOf<Service extends string> = { [Call in keyof Calls & `${Service}.${string}`]: Handler<Call> };

export type Handlers = { [Call in keyof Calls]: Handler<Call> };
