// Composes a gateway: createGateway.
import type { AddressInfo } from 'node:net';
import { limits as usualLimits, type Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { createAccountServices } from './account/accountServices.ts';
import { createHandlers } from './api/handlers.ts';
import { createPolicy } from './api/policy.ts';
import { createBotServices } from './bots/botServices.ts';
import type { Provider } from './bots/provider/provider.ts';
import { createCallServices } from './calls/callServices.ts';
import { createCampaignServices } from './campaigns/campaignServices.ts';
import type { Config } from './config.ts';
import { createAddressOf } from './core/address.ts';
import { createLocalBus, type Bus, type BusConnection } from './core/bus.ts';
import type { Clock } from './core/clock.ts';
import { createLog } from './core/log.ts';
import { type Metrics, noMetrics } from './core/metrics/metrics.ts';
import { newSecret } from './core/secret.ts';
import type { GatewayBase } from './db/gatewayBase.ts';
import { startEmbeddedPostgres } from './db/postgres/postgres.ts';
import { createHourlyQuotas } from './db/hourlyQuotas.ts';
import { createLeases } from './db/leases.ts';
import { sampleLeases } from './db/sampleLeases.ts';
import { createSharedLimits } from './db/sharedLimits.ts';
import { openStore } from './db/store.ts';
import { createSweeper } from './db/sweeper.ts';
import { createFileServices } from './files/fileServices.ts';
import { createMessageServices } from './messages/messageServices.ts';
import { createNotificationServices } from './notifications/notificationServices.ts';
import { createHostFiles } from './pages/hostFiles.ts';
import { noLegalPages, readLegalPages } from './pages/legalPages.ts';
import { servePages } from './pages/pages.ts';
import { createOperators } from './people/operators.ts';
import { createPhoneAccounts } from './people/signIn/phoneAccounts.ts';
import { phoneCountryMark } from './people/signIn/phone.ts';
import { createPeopleServices } from './people/peopleServices.ts';
import { createPictureServices } from './pictures/pictureServices.ts';
import { createDeployTokens } from './rollout/deployTokens.ts';
import { createRollout, type Rollout } from './rollout/rollout.ts';
import { createSpaceServices } from './spaces/spaceServices.ts';
import { createSpeechServices, speechOriginOf } from './speech/speechServices.ts';
import { createSynthesisServices, createTextToSpeechServices } from './textToSpeech/textToSpeechServices.ts';
import type { Synthesizer } from './textToSpeech/synthesizer.ts';
import { createTransport } from './transport/transport.ts';
import { createOpenAiCloning } from './voices/openAiCloning.ts';
import { createVoiceServices } from './voices/voiceServices.ts';

type RequiredOption = 'dataDir' | 'host' | 'port' | 'sms';

/** The configuration, of which most may be left out, and what only a program sets. */
export interface GatewayOptions
  extends Pick<Config, RequiredOption>, Partial<Omit<Config, RequiredOption | 'logLevel' | 'nats'>> {
  /** Replaces the provider in tests. */
  provider?: Provider;
  /** Replaces the synthesizer in tests. */
  synthesizer?: Synthesizer;
  /** The built shell; without it there are no pages, only calls. */
  shellDir?: string | undefined;
  /** Contains a folder per remote, each with its `dist`. */
  remotesDir?: string | undefined;
  /** Accepts push services on this machine, for tests. */
  pushLoopback?: boolean;
  /** Shared by the gateways of one database; the caller closes it after them. */
  bus?: Bus;
  clock?: Clock;
  log?: FastifyBaseLogger;
  /** Called with progress while the gateway starts. */
  say?: (sentence: string) => void;
}

export interface Gateway {
  url: string;
  /** Where the metrics are; undefined when they are off. */
  metricsUrl: string | undefined;
  /** The token of the link that makes its opener the operator; undefined when there is one. */
  operatorToken: string | undefined;
  /** The code with which that person may sign up; undefined where nobody needs one. */
  operatorInvitation: string | undefined;
  rollout: Rollout;
  /** Removes expired data now, as happens every hour. @throws the first failure, after trying the rest. */
  sweep(): Promise<void>;
  /**
   * Prepares for `close`, for a gateway beside others: it is not ready from now on, closes its sockets one batch after
   * the other, and waits a limited time for its calls.
   */
  drain(): Promise<void>;
  /** Waits for the work in progress, then stops everything in order. */
  close(): Promise<void>;
  /** Stops the embedded database without waiting for anything, for a process that is about to exit. */
  stopDatabase(): void;
}

/** Stops what was started, in reverse order. */
function createCloseStack() {
  const closers: (() => unknown)[] = [];
  return {
    onClose: (stop: () => unknown) => void closers.push(stop),
    async close(): Promise<void> {
      for (const closer of closers.splice(0).reverse()) await closer();
    },
  };
}

/**
 * Starts the embedded database, unless the options have an address of another. Returns the address, and a function that
 * stops it at once.
 */
async function startDatabase(
  { databaseUrl, dataDir, say }: GatewayOptions,
  onClose: GatewayBase['onClose'],
): Promise<{ databaseUrl: string; stopDatabaseNow(): void }> {
  if (databaseUrl !== undefined) return { databaseUrl, stopDatabaseNow: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir, ...(say && { say }) });
  onClose(postgres.close);
  return postgres;
}

/** Serves metrics if the options have an address for them. The library is loaded only then. */
async function startMetrics(
  { metrics: address }: GatewayOptions,
  onClose: GatewayBase['onClose'],
): Promise<{ metrics: Metrics; metricsUrl: string | undefined }> {
  if (!address) return { metrics: noMetrics, metricsUrl: undefined };
  const { createPrometheusMetrics } = await import('./core/metrics/prometheus.ts');
  const { startMetricsServer } = await import('./core/metrics/metricsServer.ts');
  const metrics = createPrometheusMetrics();
  const server = await startMetricsServer({ metrics, ...address });
  onClose(server.close);
  return { metrics, metricsUrl: server.url };
}

function sampleBus(metrics: Metrics, bus: Bus): void {
  bus.onReconnect(() => metrics.increment('amber_bus_reconnects_total', {}));
  const working: readonly BusConnection[] = ['local', 'connected'];
  metrics.sample('amber_bus_connected', () => [[{}, working.includes(bus.connection()) ? 1 : 0]]);
  metrics.sample('amber_bus_hints_total', () => Object.entries(bus.counts()).map(([kind, count]) => [{ kind }, count]));
}

/**
 * Opens the database and creates what every service is built on; `sweeps` collects the sweeps that services register.
 */
async function createBase(
  options: GatewayOptions,
  { databaseUrl, metrics, onClose }: Pick<GatewayBase, 'metrics' | 'onClose'> & { databaseUrl: string },
) {
  const { clock = Date.now, bus = createLocalBus(), log = createLog() } = options;
  const limits: Limits = { ...usualLimits, ...options.limits };
  const store = await openStore({ databaseUrl, log, limits, metrics, poolSize: options.databasePool });
  onClose(store.close);
  const { pool, db, setting } = store;
  const quotas = createHourlyQuotas({ db, clock });
  const sweeps = [quotas.dropOld];
  sampleBus(metrics, bus);
  const onError = (error: unknown) => {
    log.error({ err: error }, 'failed');
    metrics.increment('amber_background_failures_total', {});
  };
  sampleLeases(metrics, db);
  const leases = createLeases({ pool, limits, onError, isSole: options.databaseUrl === undefined });
  const base: GatewayBase = {
    store,
    pool,
    db,
    setting,
    bus,
    clock,
    limits,
    log,
    metrics,
    quotas,
    ...createSharedLimits({ pool, bus, clock, limits, onError, onClose }),
    leases,
    onError,
    onClose,
    onSweep: (...more) => void sweeps.push(...more),
  };
  return { base, sweeps };
}

/**
 * Starts a gateway and resolves when it is ready to serve.
 * @throws Error with a sentence that says what to do; EADDRINUSE when the port is taken.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { onClose, close } = createCloseStack();
  try {
    // They are stopped last, so that they show how the rest starts and stops.
    const { metrics, metricsUrl } = await startMetrics(options, onClose);
    const { databaseUrl, stopDatabaseNow } = await startDatabase(options, onClose);
    const { base, sweeps } = await createBase(options, { databaseUrl, metrics, onClose });
    const { url, operatorToken, operatorInvitation, rollout, drain } = await createServices(options, base);
    const sweeper = createSweeper({ ...base, sweeps });
    onClose(sweeper.close);
    return {
      url,
      metricsUrl,
      operatorToken,
      operatorInvitation,
      rollout,
      sweep: sweeper.sweep,
      drain,
      close,
      stopDatabase: stopDatabaseNow,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the services of all topics in the order of their dependencies, and listens. */
async function createServices(
  options: GatewayOptions,
  base: GatewayBase,
): Promise<Pick<Gateway, 'url' | 'operatorToken' | 'operatorInvitation' | 'rollout' | 'drain'>> {
  const { db, clock, log, onClose, onSweep, setting } = base;
  const {
    dataDir,
    loginUrl,
    publicUrl,
    say = () => undefined,
    joinSpaces = [],
    operators = new Set<string>(),
  } = options;
  const addressOf = createAddressOf(options.trustProxy);
  const operatorLinks = await createOperators({
    ...base,
    configured: operators,
    isShared: options.databaseUrl !== undefined,
  });

  const files = await createFileServices(base, {
    aliyun: options.aliyun,
    s3: options.s3,
    dataDir,
    publicUrl,
    addressOf,
    say,
  });
  const { pictures } = createPictureServices(base, files);
  const messages = createMessageServices(base, { pictures });
  const people = await createPeopleServices(base, messages, {
    sms: options.sms,
    smsPrefixes: options.smsPrefixes ?? [],
    smsCountry: options.smsCountry,
    signUp: options.signUp ?? 'open',
    publicUrl,
  });
  const rollout = await createRollout({
    ...base,
    secret: await setting('healthSecret', newSecret),
    remotesDir: options.remotesDir,
    shellDir: options.shellDir,
    say,
    onRevision: (revision) => messages.fanout.pushToAll({ type: 'registryChanged', seq: revision }),
  });
  onClose(rollout.close);
  onSweep(rollout.dropOld);
  const notifications = await createNotificationServices(base, {
    pushSubject: options.pushSubject,
    pushLoopback: options.pushLoopback ?? false,
    publicUrl,
  });
  const pages = await servePages({
    shellDir: options.shellDir,
    rollout,
    hostFiles: createHostFiles({ ...base, isSole: options.databaseUrl === undefined }),
    loginUrl,
    filesOrigin: files.fileStore.origin,
    speechOrigin: speechOriginOf(options.speech),
    publicUrl,
    securityContact: options.securityContact,
    legalPages: options.legalDir === undefined ? noLegalPages : await readLegalPages(options.legalDir),
    sourceUrl: options.sourceUrl,
    walletsOnly: options.sms.name === 'none',
    isByInvitation: options.signUp === 'invited',
    smsCountry: options.smsCountry && phoneCountryMark(options.smsCountry),
    addressOf,
  });
  const { avatars, banners } = pages;
  const spaces = createSpaceServices(base, { ...messages, pictures }, { joinSpaces, avatars, banners });
  const campaigns = await createCampaignServices(base, { ...messages, ...people, pictures });
  const phoneAccounts = createPhoneAccounts({ db, reader: people.phoneReader, onNumber: campaigns.claims.setPhone });
  onSweep(phoneAccounts.reviewAll);
  await phoneAccounts.reviewAll();
  const { duplicates: same, unreadable: unread } = await phoneAccounts.listProblems();
  if (same.length + unread > 0)
    log.warn({ sameNumber: same.length, unread }, 'phone numbers need an operator: see /chat/admin/people');
  const { textToSpeech: service, synthesizer } = options;
  const synthesis = createSynthesisServices(base, {
    dataDir,
    textToSpeech: service,
    cloning: service?.cloning === 'openai' ? createOpenAiCloning(service, base.limits) : null,
    synthesizer,
  });
  const bots = createBotServices(
    base,
    { ...messages, ...synthesis, pictures, operators },
    {
      ai: options.ai,
      provider: options.provider,
      soleGatewaySince: options.databaseUrl === undefined ? clock() : null,
      avatars,
      banners,
    },
  );
  const voices = createVoiceServices(base, { ...messages, ...bots, ...synthesis });
  const textToSpeech = createTextToSpeechServices(base, synthesis, voices.ownVoices);
  const calls = createCallServices(base, { ...messages, turn: options.turn });
  const account = createAccountServices(base, { ...messages, ...people, ...spaces, ...calls });
  // It follows the sweep that deletes accounts, so that their voices go in the same one.
  onSweep(() => voices.voiceRemovals.run());

  const deployTokens = createDeployTokens({ db, clock, changes: rollout.changes });
  const handlers = createHandlers({
    ...base,
    ...files,
    pictures,
    ...messages,
    ...people,
    phoneAccounts,
    ...spaces,
    joinSpaces,
    ...notifications,
    ...campaigns,
    ...bots,
    ...createSpeechServices(base, options.speech),
    ...synthesis,
    ...voices,
    ...textToSpeech,
    ...calls,
    ...account,
    rollout,
    deployTokens,
    operators,
    operatorLinks,
    avatars,
    banners,
  });
  const { app, drain } = createTransport(base, {
    ...messages,
    ...people,
    ...files,
    ...textToSpeech,
    ...calls,
    handlers,
    policy: createPolicy({ db, visitors: base.store.visitorDb, clock, operators, deployTokens }),
    pages,
    addressOf,
    loginUrl,
    publicUrl,
    drainDelay: options.drainDelay ?? 0,
    whenIdle: bots.answers.whenIdle,
  });
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  const { token: operatorToken } = operatorLinks;
  const operatorInvitation = operatorToken === undefined ? undefined : await people.signUps.codeOfFirstOperator();
  return { url, operatorToken, operatorInvitation, rollout, drain };
}
