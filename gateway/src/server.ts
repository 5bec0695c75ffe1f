// Composes a gateway: createGateway.
import type { AddressInfo } from 'node:net';
import { limits as usualLimits, type Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { createAgentDesk } from './bots/agentDesk.ts';
import { createAnswerRows } from './bots/answerRows.ts';
import { createAnswers } from './bots/answers.ts';
import { createBots } from './bots/bots.ts';
import { createHumans } from './bots/humans.ts';
import { createMates } from './bots/mates.ts';
import { createMemory } from './bots/memory.ts';
import { createPreviews } from './bots/previews.ts';
import { createBuiltInProvider } from './bots/provider/builtIn.ts';
import { type AiSettings, createOpenAiProvider } from './bots/provider/openAi.ts';
import type { Provider } from './bots/provider/provider.ts';
import { createRobotChats } from './bots/robotChats.ts';
import { createTurns } from './bots/turns.ts';
import { createDeletedNames } from './account/deletedNames.ts';
import { createAccountDeletion } from './account/accountDeletion.ts';
import { createDeleteAccount } from './account/deleteAccount.ts';
import { createExportData } from './account/exportData.ts';
import { createAddressOf } from './core/address.ts';
import { createLocalBus, type Bus } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import { createCampaigns } from './campaigns/campaigns.ts';
import { createClaims } from './campaigns/claims.ts';
import { createDraws } from './campaigns/draws.ts';
import { createEditing } from './campaigns/editing.ts';
import { createSaid } from './campaigns/said.ts';
import { createWinNews } from './campaigns/winNews.ts';
import { createContacts } from './people/contacts/contacts.ts';
import { createAcks } from './messages/sync/acks.ts';
import { createCatchUp } from './messages/sync/catchUp.ts';
import { createConversations } from './messages/sync/conversations.ts';
import { createFanout } from './messages/push/fanout.ts';
import { createGroups } from './messages/members/groups.ts';
import { createMemberPages } from './messages/members/memberPages.ts';
import { createMembership } from './messages/members/membership.ts';
import { createPerformCommand } from './messages/send/performCommand.ts';
import { createReadState } from './messages/sync/readState.ts';
import { createSendQueue } from './messages/send/sendQueue.ts';
import { createTypingNews } from './messages/push/typing.ts';
import { createUserSettings } from './messages/members/userSettings.ts';
import { createDeviceNews } from './people/devices/deviceNews.ts';
import { createApprovals } from './people/devices/approvals.ts';
import { createDevices } from './people/devices/devices.ts';
import { createDoor } from './transport/http/door.ts';
import { createFavorites } from './people/favorites.ts';
import { createAliyunStore, type AliyunSettings } from './files/aliyunStore.ts';
import { createFileHolds } from './files/fileHolds.ts';
import { createHandlers } from './api/handlers.ts';
import { createHttp } from './transport/http/http.ts';
import { createInvites } from './people/invites.ts';
import { createKeys } from './people/devices/keys.ts';
import { createLog } from './core/log.ts';
import { createPost, type VapidKeys } from './notifications/post.ts';
import { createPushQueue } from './notifications/pushQueue.ts';
import { createSubscriptions } from './notifications/subscriptions.ts';
import { createNotices } from './messages/push/notices.ts';
import { createObjects } from './files/ownStore/objects.ts';
import { servePages } from './pages/pages.ts';
import { createPolicy } from './api/policy.ts';
import { createDecoder } from './pictures/decoder.ts';
import { createPictures } from './pictures/pictures.ts';
import { createPictureServer } from './pictures/servePictures.ts';
import { createProfiles } from './people/profiles.ts';
import { startEmbeddedPostgres } from './db/postgres/postgres.ts';
import { createReadiness } from './transport/readiness.ts';
import { createRollout, type Rollout } from './rollout/rollout.ts';
import { createDeployTokens } from './rollout/deployTokens.ts';
import { newSecret } from './core/secret.ts';
import { createSignUps, type SignUpMode } from './people/signUps.ts';
import { createPhoneReader, type PhoneCountry } from './people/phone.ts';
import { createPhoneAccounts } from './people/phoneAccounts.ts';
import { createSmsCodes } from './people/sms.ts';
import type { SmsProvider } from './people/smsProvider.ts';
import { createSocketServer } from './transport/socket/socket.ts';
import { createCommands } from './transport/socket/commands.ts';
import { createSpaces } from './spaces/spaces.ts';
import { createAutoJoin } from './spaces/autoJoin.ts';
import { createChangeSpace } from './spaces/spaceChange.ts';
import { createInvitations } from './spaces/invitations.ts';
import { createJoinApplies } from './spaces/joinApplies.ts';
import { createSpaceMembers } from './spaces/spaceMembers.ts';
import { createSpending } from './db/spending.ts';
import { openStore } from './db/store.ts';
import { createSweeper } from './db/sweeper.ts';
import { createTokens } from './people/tokens.ts';
import { createUploads } from './files/uploads.ts';
import { createWallets } from './people/wallets.ts';
import webPush from 'web-push';

export interface GatewayOptions {
  /** A PostgreSQL server; without one the gateway runs its own in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Aliyun's file store; without it files are stored in `dataDir`. */
  aliyun?: AliyunSettings | undefined;
  /** A service that answers for bots; without it the built-in responder does. */
  ai?: AiSettings | undefined;
  /** Tests bring their own. */
  provider?: Provider;
  /** Holds the embedded database, and uploaded files. */
  dataDir: string;
  host: string;
  /** 0: any free one. */
  port: number;
  sms: SmsProvider;
  /** Allowed prefixes of phone numbers for codes; empty: any. */
  smsPrefixes?: readonly string[];
  /** The country of numbers that are typed without a country code; without it such numbers are refused. */
  smsCountry?: PhoneCountry | undefined;
  /** Who may sign up; without it anybody. */
  signUp?: SignUpMode;
  limits?: Partial<Limits>;
  /** The built shell; without it there are no pages, only calls. */
  shellDir?: string | undefined;
  /** Contains a folder per remote, each with its `dist`. */
  remotesDir?: string | undefined;
  loginUrl?: string | undefined;
  sourceUrl?: string | undefined;
  publicUrl?: string | undefined;
  /** Whom push services may contact: a mail or web address. */
  pushSubject?: string | undefined;
  /** Tests: push services on this machine are accepted. */
  pushLoopback?: boolean;
  /** Addresses and networks of trusted proxies (X-Forwarded-For), in addition to this machine. */
  trustProxy?: readonly string[];
  /** The operators' identifiers. */
  operators?: ReadonlySet<string>;
  /** Ids of the spaces that newcomers join automatically. */
  joinSpaces?: readonly string[];
  bus?: Bus;
  clock?: Clock;
  log?: FastifyBaseLogger;
  /** Called with progress while the gateway starts. */
  say?: (sentence: string) => void;
}

export interface Gateway {
  url: string;
  rollout: Rollout;
  /** Removes expired data now, as happens every hour. @throws the first failure, after trying the rest. */
  sweep(): Promise<void>;
  /** Waits for what is being done, then stops everything in order. */
  close(): Promise<void>;
  /** Stops the embedded database without waiting for anything, for a process that is about to exit. */
  stopDatabase(): void;
}

/** Push services want an address; the one of this server, unless it is this machine's. */
const pushSubjectOf = ({ pushSubject, publicUrl }: GatewayOptions): string =>
  pushSubject ?? (publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@invalid.example');

/**
 * A gateway that is ready to serve.
 * @throws Error with a sentence to act on; EADDRINUSE when the port is taken.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { clock = Date.now, bus = createLocalBus(), log = createLog(), publicUrl, loginUrl } = options;
  const limits: Limits = { ...usualLimits, ...options.limits };
  const addressOf = createAddressOf(options.trustProxy);
  const onError = (error: unknown) => log.error({ err: error }, 'failed');
  /** Run from last to first: what was opened last is closed first. */
  const closers: (() => unknown)[] = [];
  let stopDatabase = (): void => undefined;
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    const databaseUrl = options.databaseUrl ?? (await embedded());
    const store = await openStore({ databaseUrl, log, limits });
    closers.push(store.close);
    const { pool, db } = store;

    const tokens = createTokens({ db, bus, clock, limits, secret: await store.setting('tokenSecret', newSecret) });
    const spending = createSpending({ db, clock });
    const phoneReader = createPhoneReader(options.smsCountry);
    const sms = createSmsCodes({
      db,
      clock,
      limits,
      spending,
      provider: options.sms,
      numberOf: phoneReader.numberOf,
      prefixes: options.smsPrefixes ?? [],
      log,
      secret: await store.setting('smsSecret', newSecret),
    });
    const signUps = createSignUps({ db, clock, mode: options.signUp ?? 'open' });
    const wallets = createWallets({ db, clock, limits, spending, publicUrl });
    const deployTokens = createDeployTokens({ db, clock });
    const operators = options.operators ?? new Set<string>();
    const policy = createPolicy({ db, visitors: store.visitors, clock, operators, deployTokens });
    const membership = createMembership({ bus, clock });
    const conversations = createConversations({ pool });
    const memberPages = createMemberPages({ pool, limits });
    const notices = createNotices({ db, bus, clock, limits });
    const deviceNews = createDeviceNews({ notices });
    const approvals = createApprovals({ db, news: deviceNews, limits, clock });
    const devices = createDevices({ db, tokens, news: deviceNews, approvals, limits, clock });
    const keys = createKeys({ pool, db, notices, deviceNews, limits, clock });
    const uploads = createUploads({ db, clock, limits, spending });
    const objects = options.aliyun
      ? null
      : await createObjects({
          dataDir: options.dataDir,
          secret: await store.setting('uploadSecret', newSecret),
          charge: uploads.charge,
          limits,
          clock,
          addressOf,
          publicUrl,
          log,
        });
    const fileStore = options.aliyun ? createAliyunStore(options.aliyun, { limits, clock }) : objects!;
    const fileHolds = createFileHolds({ db, clock, limits, fileStore, uploads, spending });
    const decoder = createDecoder({ limits, log });
    closers.push(decoder.close);
    const pictures = createPictures({ db, clock, limits, uploads, decoder, fileStore });
    const invites = createInvites({ db, clock, limits, spending });
    const favorites = createFavorites({ pool, db, clock, limits });
    const contacts = createContacts({ db, notices, clock, limits });
    const groups = createGroups({ db, bus, clock, limits, membership });
    const changeSpace = createChangeSpace({ db, bus, clock, membership, notices });
    const spaceMembers = createSpaceMembers({
      db,
      limits,
      spending,
      changeSpace,
      endless: new Set(options.joinSpaces),
    });
    const invitations = createInvitations({ db, clock, limits, spending });
    const joinApplies = createJoinApplies({ db, clock, limits, changeSpace, spaceMembers });
    const autoJoin = createAutoJoin({ spaceMembers, list: options.joinSpaces ?? [], onError });
    const userSettings = createUserSettings({ db, bus, notices });
    const catchUp = createCatchUp({ pool, limits });
    const acks = createAcks({ pool, bus, clock });
    const sendQueue = createSendQueue({ pool, bus, clock, limits });
    closers.push(sendQueue.idle);
    const performCommand = createPerformCommand({ db, bus, clock, limits, membership, pictures });
    const deletedNames = createDeletedNames({ db, clock });
    const accountDeletion = createAccountDeletion({
      db,
      clock,
      limits,
      notices,
      spending,
      onError,
      deleteAccount: createDeleteAccount({
        db,
        bus,
        clock,
        notices,
        deviceNews,
        performCommand,
        changeSpace,
        spaceMembers,
        deletedNames,
        onError,
      }),
    });
    const fanout = createFanout({ pool, bus, limits, notices, onError });
    closers.push(fanout.close);
    const rollout = await createRollout({
      db,
      bus,
      clock,
      limits,
      onError,
      secret: await store.setting('healthSecret', newSecret),
      remotesDir: options.remotesDir,
      say: options.say ?? (() => undefined),
      onRevision: (revision) => fanout.tellAll({ type: 'registryChanged', seq: revision }),
    });
    closers.push(rollout.close);
    const campaigns = createCampaigns({ clock });
    const said = createSaid({ db, limits });
    const winNews = createWinNews({ db, clock, limits, notices, campaigns, said });
    const draws = createDraws({ db, bus, clock, limits, notices, winNews });
    const claims = createClaims({
      db,
      clock,
      limits,
      campaigns,
      said,
      secret: await store.setting('claimSecret', newSecret),
      numberOf: phoneReader.numberOf,
    });
    const phoneAccounts = createPhoneAccounts({ db, reader: phoneReader, onNumber: claims.setPhone });
    await phoneAccounts.reviewAll();
    const { same, unread } = await phoneAccounts.open();
    if (same.length + unread > 0)
      log.warn({ sameNumber: same.length, unread }, 'phone numbers need an operator: see /chat/admin');
    const vapid = await store.setting('vapidKeys', () => JSON.stringify(webPush.generateVAPIDKeys()));
    const pushKeys = JSON.parse(vapid) as VapidKeys;
    const post = createPost({ keys: pushKeys, subject: pushSubjectOf(options), limits });
    const subscriptions = createSubscriptions({
      db,
      bus,
      clock,
      limits,
      spending,
      post,
      publicKey: pushKeys.publicKey,
      loopback: options.pushLoopback ?? false,
      onError,
    });
    const pushQueue = createPushQueue({
      pool,
      bus,
      clock,
      limits,
      post,
      subscriptions,
      secret: pushKeys.privateKey,
      origin: publicUrl ? new URL(publicUrl).origin : '',
      onError,
    });
    closers.push(pushQueue.close);
    const turns = createTurns({ db, clock, limits });
    const sweeper = createSweeper({
      db,
      clock,
      limits,
      onError,
      others: [
        rollout.dropOld,
        notices.dropOld,
        contacts.applies.dropOld,
        joinApplies.dropOld,
        invitations.dropOld,
        spending.dropOld,
        wallets.dropOld,
        devices.dropIdle,
        approvals.grantClaims,
        uploads.dropOld,
        ...(objects ? [objects.dropUnfinished] : []),
        fileHolds.dropReleased,
        pictures.dropUnused,
        draws.drawDue,
        claims.dropNetworks,
        phoneAccounts.reviewAll,
        deletedNames.removeRest,
        subscriptions.dropEnded,
        turns.dropOld,
        accountDeletion.deleteDue,
      ],
    });
    closers.push(sweeper.close);

    const pages = await servePages({
      shellDir: options.shellDir,
      rollout,
      loginUrl,
      filesOrigin: fileStore.origin,
      publicUrl,
      sourceUrl: options.sourceUrl,
      walletsOnly: options.sms.name === 'none',
    });
    const provider =
      options.provider ?? (options.ai ? createOpenAiProvider(options.ai, limits) : createBuiltInProvider({ clock }));
    const bots = createBots({
      db,
      clock,
      limits,
      notices,
      provider,
      pictures,
      operators,
      avatars: pages.avatars,
      banners: pages.banners,
    });
    const robotChats = createRobotChats({ db, clock, membership, bots });
    const memory = createMemory({ db, clock, limits, notices });
    const answers = createAnswers({
      db,
      bus,
      limits,
      provider,
      bots,
      memory,
      notices,
      turns,
      rows: createAnswerRows({ db, bus, clock }),
      aloneSince: options.databaseUrl === undefined ? clock() : null,
      onError,
    });
    const previews = createPreviews({ db, bus, limits, provider, bots, turns, onError });
    closers.push(answers.close, previews.close);
    const humans = createHumans({
      db,
      bus,
      clock,
      limits,
      notices,
      bots,
      robotChats,
      answers,
      operators,
      isConnected: fanout.isConnected,
      onError,
    });
    closers.push(humans.close);
    closers.push(createMates({ db, clock, limits, turns, answers, onError }).close);
    const handlers = createHandlers({
      bots,
      memory,
      turns,
      answers,
      previews,
      provider,
      humans,
      agentDesk: createAgentDesk({ db, clock, limits, bots, humans }),
      robotChats,
      store,
      bus,
      clock,
      limits,
      log,
      tokens,
      devices,
      approvals,
      keys,
      invites,
      favorites,
      exportData: createExportData({ pool, limits, spending }),
      accountDeletion,
      sms,
      phoneAccounts,
      signUps,
      wallets,
      membership,
      conversations,
      memberPages,
      groups,
      spaces: createSpaces({
        db,
        clock,
        limits,
        spending,
        changeSpace,
        pictures,
        avatars: pages.avatars,
        banners: pages.banners,
      }),
      spaceMembers,
      invitations,
      joinApplies,
      autoJoin,
      joinSpaces: options.joinSpaces ?? [],
      userSettings,
      sendQueue,
      performCommand,
      catchUp,
      acks,
      readState: createReadState({ pool, bus }),
      notices,
      contacts,
      profiles: createProfiles({ db, notices }),
      spending,
      uploads,
      fileHolds,
      fileStore,
      pictures,
      subscriptions,
      rollout,
      deployTokens,
      campaigns,
      claims,
      draws,
      winNews,
      said,
      editing: createEditing({ db, clock, limits, pictures }),
      operators,
      avatars: pages.avatars,
      banners: pages.banners,
    });
    const door = createDoor({ policy, tokens, limits, addressOf, publicUrl });
    const app = createHttp({
      handlers,
      policy,
      door,
      limits,
      log,
      loginUrl,
      publicUrl,
      readiness: createReadiness({ pool, limits }),
    });
    closers.push(() => app.close());
    pages.addTo(app);
    objects?.addTo(app);
    createPictureServer({ fileStore, limits, addressOf }).addTo(app);
    const sockets = createSocketServer({
      server: app.server,
      handlers: createCommands({
        acks,
        notices,
        tokens,
        typingNews: createTypingNews({ db, bus, clock, limits }),
        clock,
        limits,
      }),
      policy,
      fanout,
      limits,
      addressOf,
      publicUrl,
      log,
    });
    closers.push(sockets.close);

    await app.listen({ host: options.host, port: options.port });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
      rollout,
      sweep: sweeper.sweep,
      close,
      stopDatabase: () => stopDatabase(),
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function embedded(): Promise<string> {
    const postgres = await startEmbeddedPostgres({
      dataDir: options.dataDir,
      ...(options.say && { say: options.say }),
    });
    closers.push(postgres.close);
    stopDatabase = postgres.stopNow;
    return postgres.databaseUrl;
  }
}
