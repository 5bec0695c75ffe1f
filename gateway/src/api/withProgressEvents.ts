// Emits an event to people's devices after calls that may advance a campaign task; the devices then query the numbers
// themselves.
import type { Calls } from '@amber/proto';
import { sql } from 'kysely';
import type { Handler, HandlerPorts, Handlers } from './handler.ts';
import { notifyProgress } from '../campaigns/notifyProgress.ts';

/**
 * The calls that may complete a task, and the kind of that task. A lost event costs only delay, because pages also
 * poll.
 */
const taskKinds = {
  'conversation.directJoin': 'joinSpace',
  'conversation.joinGroupConversation': 'joinSpace',
  'groupChat.operateJoinApply': 'joinSpace',
  'user.updateUserInfo': 'invite',
  'user.bindWallet': 'bindWallet',
  'message.sendGroupMessage': 'say',
  'message.sendInOrder': 'say',
  'circle.followBlog': 'follow',
} as const satisfies { [Call in keyof Calls]?: string };

type OperateJoinApply = Calls['groupChat.operateJoinApply']['request'];

/** Wraps those calls. While no campaign is live this costs one comparison per call. */
export function withProgressEvents(handlers: Handlers, { db, bus, clock, limits, winNews }: HandlerPorts): Handlers {
  let liveKindsCache = { until: 0, kinds: Promise.resolve(new Set<string>()) };
  /** Accounts with a pending event; the delay throttles events per account. */
  const scheduled = new Set<string>();

  /** The kinds of tasks in live campaigns. */
  function liveKinds(): Promise<Set<string>> {
    const now = clock();
    if (now < liveKindsCache.until && liveKindsCache.until - now <= limits.campaignTasksTtl)
      return liveKindsCache.kinds;
    const kinds = sql<{ kind: string }>`
      select distinct t.kind from campaign c
      cross join lateral (select kind from campaign_task where campaign = c.id limit ${limits.campaignTasksMax}) t
      where c.ends_at > ${now} and c.begins_at <= ${now} and c.state = 'published'`
      .execute(db)
      .then(({ rows }) => new Set(rows.map(({ kind }) => kind)))
      .catch(() => new Set<string>());
    liveKindsCache = { until: now + limits.campaignTasksTtl, kinds };
    return kinds;
  }

  /** An inviter's count grows when the newcomer's profile is complete. */
  const inviterOf = async (identifier: string): Promise<string | undefined> =>
    (await db.selectFrom('invited').select('inviter').where('identifier', '=', identifier).executeTakeFirst())?.inviter;

  async function scheduleProgressEvent(identifier: string, kind: string): Promise<void> {
    if (!(await liveKinds()).has(kind)) return;
    const person = kind === 'invite' ? await inviterOf(identifier) : identifier;
    if (person === undefined || scheduled.has(person)) return;
    scheduled.add(person);
    setTimeout(() => {
      scheduled.delete(person);
      notifyProgress(bus, person);
      // A failed notification is attempted again with the next task.
      winNews.notifyIfReady(person).catch(() => undefined);
    }, limits.campaignEventThrottle).unref();
  }

  const wrappedHandlers = Object.entries(taskKinds).map(([call, kind]) => {
    const handler = handlers[call as keyof Calls] as Handler<keyof Calls>;
    const wrappedHandler: Handler<keyof Calls> = async (request, actor, context) => {
      const reply = await handler(request, actor, context);
      // Approving a request completes the task of the person who was let in.
      const person =
        call === 'groupChat.operateJoinApply' ? (request as OperateJoinApply).identifier : actor.identifier;
      void scheduleProgressEvent(person, kind).catch(() => undefined);
      return reply;
    };
    return [call, wrappedHandler];
  });
  return { ...handlers, ...(Object.fromEntries(wrappedHandlers) as Partial<Handlers>) };
}
