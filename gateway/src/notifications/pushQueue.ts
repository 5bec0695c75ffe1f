// Notifies devices whose app is closed. It receives hints after messages are stored, so it delays none of them.
import { createHmac } from 'node:crypto';
import { isMuted } from '@amber/proto/muted';
import { subjects } from '../core/bus.ts';
import { createConcurrencyLimit } from '../core/concurrencyLimit.ts';
import {
  callPayload,
  campaignPayload,
  closingPayload,
  deletionPayload,
  isMentioned,
  messagePayload,
  type UnreadMessage,
  waitingPayload,
} from './payload.ts';
import type { PushSender, PushRequest, PushTarget } from './pushSender.ts';
import {
  createPushJobs,
  isDeletion,
  missedSeq,
  type PushJob,
  parseCallJob,
  parseCampaignJob,
  parseWaitingJob,
  type ReadEvent,
  type Subscriber,
  type ChangedConversation,
} from './pushJobs.ts';
import { isQuiet } from './quietHours.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { type Leases, renewalInterval } from '../db/leases.ts';

interface PushQueuePorts extends Pick<GatewayBase, 'pool' | 'bus' | 'clock' | 'limits' | 'metrics' | 'onError'> {
  sendPush: PushSender;
  subscriptions: Pick<Subscriptions, 'drop'>;
  /** The key that derives topics, so that push services learn nothing from them. */
  secret: string;
  leases: Pick<Leases, 'watchGateways'>;
  /** The app's origin without a trailing slash; empty when none is configured. */
  origin: string;
}

/** The number of concurrent queries: the pool serves messages first. */
const queriesAtOnce = 3;

/** Safari shows a notification of its own for a push that shows none, and ends the subscription after a few of them. */
const cannotPushSilently = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.push.apple.com');

/** A push, and the positions to record once it is done. */
type Push = Pick<PushRequest, 'payload' | 'urgency'> & { notifiedSeq?: number; closedSeq?: number; ttl?: number };

/** The unread messages that this subscriber's settings allow notifications for. */
function filterNotifiable(
  unread: readonly UnreadMessage[],
  subscriber: Subscriber,
  identifier: string,
  now: number,
): UnreadMessage[] {
  const { type, choices, setting } = subscriber;
  if (isMuted(setting, now)) return [];
  const onlyMentions = type === 'group' && (choices.mentionsOnly || setting.mentionsOnly === true);
  return unread.filter((message) => !onlyMentions || isMentioned(message, identifier));
}

export function createPushQueue(ports: PushQueuePorts) {
  const { pool, bus, clock, limits, metrics, sendPush, subscriptions, leases, secret, origin, onError } = ports;
  const jobs = createPushJobs(pool, limits);
  const changed = new Map<string, ChangedConversation>();
  const readEvents = new Map<string, ReadEvent>();
  /** The jobs that run here, by key. */
  const running = new Map<string, { job: PushJob; work: Promise<void> }>();
  /** Pushes in flight, by push service: per gateway, because it bounds this gateway's connections. */
  const inFlightByService = new Map<string, number>();
  const runLimited = createConcurrencyLimit({ count: queriesAtOnce, waitingMax: limits.pushConcurrency });
  let mayBeDue = true;
  let closed = false;

  const noteChange = ({ conversation, sender }: ChangedConversation) => {
    const before = changed.get(conversation);
    changed.set(conversation, { conversation, sender: before && before.sender !== sender ? null : sender });
  };
  const noteRead = (read: ReadEvent) => readEvents.set(`${read.identifier} ${read.conversation}`, read);

  const unsubscribe = bus.subscribe(subjects.activity, (hint) => {
    if (hint.kind === 'seen') noteRead(hint);
    if (hint.kind === 'rows') hint.rows.forEach(noteChange);
  });

  const topicOf = ({ identifier, device, conversation }: PushJob) =>
    createHmac('sha256', secret).update(`${identifier} ${device} ${conversation}`).digest('base64url').slice(0, 32);

  /** The push that closes what a job has notified of. */
  const closingPush = async (job: PushJob): Promise<Push> => ({
    payload: closingPayload(job.conversation, job.told_seq, await jobs.badgeOf(job, clock())),
    urgency: 'low',
    closedSeq: job.told_seq,
  });

  /** The push for a chat; null when there is nothing to notify about. */
  async function pushOfChat(job: PushJob, subscriber: Subscriber): Promise<Push | null> {
    const { choices, endpoint } = subscriber;
    const [newest, ...others] = filterNotifiable(
      await jobs.unreadOf(job, subscriber),
      subscriber,
      job.identifier,
      clock(),
    );
    if (newest && newest.seq > job.told_seq) {
      if (isQuiet(choices, clock())) return null;
      const badge = await jobs.badgeOf(job, clock());
      const payload = messagePayload(
        { chat: subscriber, newest, count: others.length + 1, badge, choices, origin },
        limits,
      );
      return { payload, urgency: subscriber.type === 'private' ? 'high' : 'normal', notifiedSeq: newest.seq };
    }
    if (newest || job.told_seq <= job.closed_seq || cannotPushSilently(endpoint)) return null;
    return closingPush(job);
  }

  /** The push for somebody who waits for a human; null when there is nothing to notify about. */
  async function pushOfWaiting(job: PushJob, conversation: string): Promise<(Push & { target: PushTarget }) | null> {
    const target = await jobs.waitingTargetOf(job, conversation);
    if (!target) return null;
    const { askedAt: seq, choices, endpoint } = target;
    if (seq > job.told_seq) {
      if (isQuiet(choices, clock())) return null;
      const badge = await jobs.badgeOf(job, clock());
      const payload = waitingPayload({ key: job.conversation, seq, badge, choices }, origin, limits);
      return { target, payload, urgency: 'high', notifiedSeq: seq };
    }
    if (seq > 0 || job.told_seq <= job.closed_seq || cannotPushSilently(endpoint)) return null;
    return { target, ...(await closingPush(job)) };
  }

  /** The push for the latest call of a chat; null when there is nothing to notify about. */
  async function pushOfCall(job: PushJob, conversation: string): Promise<(Push & { target: PushTarget }) | null> {
    const target = await jobs.callTargetOf(job, conversation);
    if (!target) return null;
    const { startedAt, state, isSeen, lineSeq, name, choices, setting, endpoint } = target;
    const isAllowed = !isMuted(setting, clock()) && !isQuiet(choices, clock());
    const seq = state === 'rings' ? startedAt : missedSeq(startedAt);
    const isWanted = state === 'rings' || (state === 'missed' && !isSeen);
    if (isWanted && seq > job.told_seq) {
      if (!isAllowed) return null;
      const kind = state === 'rings' ? 'calling' : 'missedCall';
      const badge = state === 'missed' ? await jobs.badgeOf(job, clock()) : undefined;
      const call = { kind, key: job.conversation, seq, conversation, lineSeq, name, choices, badge } as const;
      const ttl = (state === 'rings' ? limits.callRingFor : limits.pushTtl) / 1_000;
      return { target, payload: callPayload(call, origin, limits), urgency: 'high', ttl, notifiedSeq: seq };
    }
    if (isWanted || job.told_seq <= job.closed_seq || cannotPushSilently(endpoint)) return null;
    return { target, ...(await closingPush(job)) };
  }

  /** The push for a job and its target; null when there is nothing to notify about. */
  async function pushOf(job: PushJob): Promise<(Push & { target: PushTarget }) | null> {
    const campaignJob = parseCampaignJob(job);
    if (campaignJob) {
      const target = await jobs.campaignTargetOf(job, campaignJob, clock());
      if (!target || isQuiet(target.choices, clock())) return null;
      return { target, payload: campaignPayload(target, origin, limits), urgency: 'normal' };
    }
    const waitingIn = parseWaitingJob(job);
    if (waitingIn !== null) return pushOfWaiting(job, waitingIn);
    const callIn = parseCallJob(job);
    if (callIn !== null) return pushOfCall(job, callIn);
    if (isDeletion(job)) {
      const target = await jobs.deletionTargetOf(job);
      // This is sent in quiet hours too: it is rare, and a person who did not request the deletion has to know.
      return target ? { target, payload: deletionPayload(target.choices, origin, limits), urgency: 'high' } : null;
    }
    const target = await jobs.subscriberOf(job);
    const push = target && (await pushOfChat(job, target));
    return push ? { ...push, target } : null;
  }

  /** Returns null when this process was stopped for so long that another gateway has the job now. */
  const sendIfClaimed = async (job: PushJob, request: PushRequest) =>
    (await jobs.renew([job])) === 0 ? null : sendPush(request);

  async function run(job: PushJob): Promise<void> {
    const push = await runLimited(() => pushOf(job));
    const nextDue = clock() + limits.pushBatchWindow;
    if (!push) return jobs.complete(job, {}, nextDue);
    const { target, payload, urgency, ttl = limits.pushTtl / 1_000, ...done } = push;
    const service = new URL(target.endpoint).host;
    const inFlight = inFlightByService.get(service) ?? 0;
    if (inFlight >= limits.pushConcurrencyPerService)
      return jobs.postpone(job, clock() + limits.pushBatchWindow, { untried: true });
    inFlightByService.set(service, inFlight + 1);
    const request = { target, payload, urgency, ttl, topic: topicOf(job) };
    const outcome = await sendIfClaimed(job, request).finally(() => {
      const remaining = inFlightByService.get(service)! - 1;
      if (remaining > 0) inFlightByService.set(service, remaining);
      else inFlightByService.delete(service);
    });
    if (outcome === null) return;
    metrics.increment('amber_pushes_total', { outcome: outcome.kind });
    if (outcome.kind === 'gone') return subscriptions.drop(job, target.endpoint);
    if (outcome.kind !== 'later' || job.tries >= limits.pushAttempts) return jobs.complete(job, done, nextDue);
    const pause = Math.min(
      Math.max(limits.pushBackoff * 2 ** (job.tries - 1), outcome.retryAfter),
      limits.pushBackoffMax,
    );
    return jobs.postpone(job, clock() + pause);
  }

  function start(job: PushJob): void {
    const key = `${job.identifier} ${job.device} ${job.conversation}`;
    const existing = running.get(key);
    // The claim ended while the database was away, and this gateway has claimed the job again.
    if (existing) return void Object.assign(existing.job, { claim: job.claim });
    const work = run(job)
      .catch(onError)
      .finally(() => running.delete(key));
    running.set(key, { job, work });
  }

  /**
   * Stores collected hints as jobs. They are collected again when the database is unavailable; a hint that arrived in
   * the meantime is newer, so `collect` gets it last.
   */
  async function storeHints<Hint>(
    collected: Map<string, Hint>,
    store: (hints: Hint[]) => Promise<void>,
    collect: (hint: Hint) => unknown,
  ): Promise<void> {
    const hints = [...collected.values()];
    if (hints.length === 0) return;
    collected.clear();
    try {
      await store(hints);
    } catch (error) {
      const newer = [...collected.values()];
      collected.clear();
      for (const hint of [...hints.slice(0, limits.sendQueueMax), ...newer]) collect(hint);
      throw error;
    }
    mayBeDue = true;
  }

  async function storeAllHints(): Promise<void> {
    await storeHints(changed, (rows) => jobs.add(rows, clock(), clock() + limits.pushDelay), noteChange);
    await storeHints(readEvents, (reads) => jobs.closeRead(reads, clock()), noteRead);
  }

  async function poll(): Promise<void> {
    await storeAllHints();
    const free = limits.pushConcurrency - running.size;
    if (!mayBeDue || free === 0 || closed) return;
    const claimed = await jobs.claimDue(clock(), clock() + limits.pushTimeout + limits.statementTimeout, free);
    claimed.forEach(start);
    if (claimed.length === 0 && running.size === 0) mayBeDue = await jobs.hasAny();
  }

  let polling: Promise<void> = jobs.addMissed(clock()).catch(onError);
  let isPolling = false;
  const pollNow = () => {
    if (isPolling) return;
    isPolling = true;
    polling = polling
      .then(poll)
      .catch(onError)
      .finally(() => {
        isPolling = false;
      });
  };
  const timer = setInterval(pollNow, limits.pushBatchWindow);
  // Another gateway may have left jobs behind.
  const idleTimer = setInterval(() => {
    mayBeDue = true;
    void jobs.releaseExpired(clock()).catch(onError);
  }, limits.pushPollEvery);
  const renewTimer = setInterval(() => {
    if (running.size > 0) void jobs.renew([...running.values()].map(({ job }) => job)).catch(onError);
  }, renewalInterval(limits.leaseFor));
  for (const one of [timer, idleTimer, renewTimer]) one.unref();

  // The hints of a gateway that died before it stored them are found in the database.
  const stopWatching = leases.watchGateways(() => jobs.addMissed(clock()));

  metrics.sample('amber_push_queue_length', async () => [[{}, (await jobs.load(clock())).length]]);
  metrics.sample('amber_push_queue_age_seconds', async () => [[{}, (await jobs.load(clock())).age / 1_000]]);

  return {
    /** Stores the last hints. It does not wait for pushes in flight beyond a second: their jobs run again. */
    async close(): Promise<void> {
      clearInterval(timer);
      clearInterval(idleTimer);
      unsubscribe();
      closed = true;
      await polling;
      await storeAllHints().catch(onError);
      const works = [...running.values()].map(({ work }) => work);
      await Promise.race([Promise.allSettled(works), new Promise((done) => setTimeout(done, 1_000).unref())]);
      clearInterval(renewTimer);
      await stopWatching();
    },
  };
}
