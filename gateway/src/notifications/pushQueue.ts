// Notifies devices whose app is closed. It hears of messages after they are stored, and holds up none.
import { createHmac } from 'node:crypto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { subjects, type Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import { createLanes } from '../core/lanes.ts';
import { campaignPayload, closingPayload, deletionPayload, mentions, messagePayload, type Unread } from './payload.ts';
import type { Post, Posting, Target } from './post.ts';
import { createPushJobs, isDeletion, type Job, newsOf, type Seen, type Subscriber, type Touched } from './pushJobs.ts';
import { isQuiet } from './quietHours.ts';
import type { Subscriptions } from './subscriptions.ts';

interface PushQueuePorts {
  pool: pg.Pool;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  post: Post;
  subscriptions: Pick<Subscriptions, 'drop'>;
  /** Names topics so that push services learn nothing from them. */
  secret: string;
  /** The app's address, without a slash; empty where none is configured. */
  origin: string;
  onError(error: unknown): void;
}

/** Queries at a time: the pool belongs to the messages. */
const readers = 3;

/** It would show a notification of its own for a push that shows none, and end the subscription after a few. */
const cannotClose = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.push.apple.com');

/** What is to be pushed, and what is done with it. */
type Push = Pick<Posting, 'payload' | 'urgency'> & { told?: number; closed?: number };

/** What a subscriber is notified of. */
function wanted(unread: readonly Unread[], subscriber: Subscriber, identifier: string): Unread[] {
  const { type, choices, setting } = subscriber;
  if (setting.noDisturb === true) return [];
  const onlyMentions = type === 'group' && (choices.mentionsOnly || setting.mentionsOnly === true);
  return unread.filter((message) => !onlyMentions || mentions(message, identifier));
}

export function createPushQueue(ports: PushQueuePorts) {
  const { pool, bus, clock, limits, post, subscriptions, secret, origin, onError } = ports;
  const jobs = createPushJobs(pool, limits);
  const touched = new Map<string, Touched>();
  const seen = new Map<string, Seen>();
  const running = new Set<Promise<void>>();
  /** Pushes under way, by push service. */
  const underWay = new Map<string, number>();
  const reading = createLanes({ count: readers, waitingMax: limits.pushesAtOnce });
  let mayBeDue = true;
  let closed = false;

  const unsubscribe = bus.subscribe(subjects.activity, (hint) => {
    if (hint.kind === 'seen') seen.set(`${hint.identifier} ${hint.conversation}`, hint);
    if (hint.kind !== 'rows') return;
    for (const { conversation, sender } of hint.rows) {
      const before = touched.get(conversation);
      touched.set(conversation, { conversation, sender: before && before.sender !== sender ? null : sender });
    }
  });

  const topicOf = ({ identifier, device, conversation }: Job) =>
    createHmac('sha256', secret).update(`${identifier} ${device} ${conversation}`).digest('base64url').slice(0, 32);

  /** The push for a chat; null when there is nothing to say. */
  async function pushOfChat(job: Job, subscriber: Subscriber): Promise<Push | null> {
    const { choices, endpoint } = subscriber;
    const [newest, ...others] = wanted(await jobs.unreadOf(job, subscriber), subscriber, job.identifier);
    if (newest && newest.seq > job.told_seq) {
      if (isQuiet(choices, clock())) return null;
      const badge = await jobs.badgeOf(job);
      const payload = messagePayload(
        { chat: subscriber, newest, count: others.length + 1, badge, choices, origin },
        limits,
      );
      return { payload, urgency: subscriber.type === 'private' ? 'high' : 'normal', told: newest.seq };
    }
    if (newest || job.told_seq <= job.closed_seq || cannotClose(endpoint)) return null;
    const payload = closingPayload(job.conversation, job.told_seq, await jobs.badgeOf(job));
    return { payload, urgency: 'low', closed: job.told_seq };
  }

  /** The push for a job and where it goes; null when there is nothing to say. */
  async function pushOf(job: Job): Promise<(Push & { target: Target }) | null> {
    const news = newsOf(job);
    if (news) {
      const target = await jobs.campaignNewsOf(job, news, clock());
      if (!target || isQuiet(target.choices, clock())) return null;
      return { target, payload: campaignPayload(target, origin, limits), urgency: 'normal' };
    }
    if (isDeletion(job)) {
      const target = await jobs.deletionOf(job);
      // Also in quiet hours: it is rare, and a person who did not ask for it has to know.
      return target ? { target, payload: deletionPayload(target.choices, origin, limits), urgency: 'high' } : null;
    }
    const target = await jobs.subscriberOf(job);
    const push = target && (await pushOfChat(job, target));
    return push ? { ...push, target } : null;
  }

  async function run(job: Job): Promise<void> {
    const push = await reading(() => pushOf(job));
    const again = clock() + limits.pushGather;
    if (!push) return jobs.settle(job, {}, again);
    const { target, payload, urgency, ...done } = push;
    const service = new URL(target.endpoint).host;
    const there = underWay.get(service) ?? 0;
    if (there >= limits.pushesAtOnceOfService)
      return jobs.postpone(job, clock() + limits.pushGather, { untried: true });
    underWay.set(service, there + 1);
    const outcome = await post({
      target,
      payload,
      urgency,
      ttl: limits.pushFor / 1_000,
      topic: topicOf(job),
    }).finally(() => {
      const left = underWay.get(service)! - 1;
      if (left > 0) underWay.set(service, left);
      else underWay.delete(service);
    });
    if (outcome.kind === 'gone') return subscriptions.drop(job, target.endpoint);
    if (outcome.kind !== 'later' || job.tries >= limits.pushTries) return jobs.settle(job, done, again);
    const pause = Math.min(Math.max(limits.pushPause * 2 ** (job.tries - 1), outcome.after), limits.pushPauseMax);
    return jobs.postpone(job, clock() + pause);
  }

  function start(job: Job): void {
    const work = run(job)
      .catch(onError)
      .finally(() => running.delete(work));
    running.add(work);
  }

  /** What was heard becomes jobs; it stays heard when the database cannot be reached. */
  async function note(): Promise<void> {
    const [rows, reads] = [[...touched.values()], [...seen.values()]];
    touched.clear();
    seen.clear();
    if (rows.length === 0 && reads.length === 0) return;
    try {
      if (rows.length > 0) await jobs.add(rows, clock() + limits.pushAfter);
      if (reads.length > 0) await jobs.close(reads, clock());
    } catch (error) {
      for (const one of rows.slice(0, limits.sendQueueMax))
        if (!touched.has(one.conversation)) touched.set(one.conversation, one);
      throw error;
    }
    mayBeDue = true;
  }

  async function look(): Promise<void> {
    await note();
    const free = limits.pushesAtOnce - running.size;
    if (!mayBeDue || free === 0 || closed) return;
    // Longer than a push may take, with its queries.
    const taken = await jobs.take(clock(), clock() + limits.pushWithin + limits.statementWithin, free);
    taken.forEach(start);
    if (taken.length === 0 && running.size === 0) mayBeDue = await jobs.hasAny();
  }

  let looking: Promise<void> = jobs.addMissed(clock()).catch(onError);
  let isLooking = false;
  const lookNow = () => {
    if (isLooking) return;
    isLooking = true;
    looking = looking
      .then(look)
      .catch(onError)
      .finally(() => {
        isLooking = false;
      });
  };
  const timer = setInterval(lookNow, limits.pushGather);
  // Another gateway may have left a job.
  const idle = setInterval(() => {
    mayBeDue = true;
  }, limits.pushLookEvery);
  for (const one of [timer, idle]) one.unref();

  return {
    /** Notes what was heard last; a push that is under way is not waited for: its job is done again. */
    async close(): Promise<void> {
      clearInterval(timer);
      clearInterval(idle);
      unsubscribe();
      closed = true;
      await looking;
      await note().catch(onError);
      await Promise.race([Promise.allSettled(running), new Promise((done) => setTimeout(done, 1_000).unref())]);
    },
  };
}
