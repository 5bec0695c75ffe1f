// Tells people's devices that something may have brought them further in a campaign: they ask for the numbers themselves.
import type { Calls } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Bus } from '../core/bus.ts';
import type { Handler, Handlers } from './handler.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import { tellProgress } from '../campaigns/tellProgress.ts';
import type { WinNews } from '../campaigns/winNews.ts';

/** The calls that may do a task, and of which kind. A lost hint costs delay: pages ask again by themselves. */
const doing = {
  'conversation.directJoin': 'joinSpace',
  'conversation.joinGroupConversation': 'joinSpace',
  'groupChat.operateJoinApply': 'joinSpace',
  'user.updateUserInfo': 'invite',
  'user.bindWallet': 'bindWallet',
  'message.sendGroupMessage': 'say',
  'message.sendInOrder': 'say',
  'circle.followBlog': 'follow',
} as const satisfies { [Call in keyof Calls]?: string };

type JoinAnswer = Calls['groupChat.operateJoinApply']['request'];

export interface NewsPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  winNews: Pick<WinNews, 'lookForReady'>;
}

/** Wraps those calls: what they cost while no campaign is live is one comparison. */
export function withProgressNews(handlers: Handlers, { db, bus, clock, limits, winNews }: NewsPorts): Handlers {
  let known = { until: 0, kinds: Promise.resolve(new Set<string>()) };
  /** Those who are told soon; each at most once in a while. */
  const waiting = new Set<string>();

  /** The kinds of tasks that live campaigns have. */
  function liveKinds(): Promise<Set<string>> {
    const now = clock();
    if (now < known.until && known.until - now <= limits.campaignTasksKnownFor) return known.kinds;
    const kinds = sql<{ kind: string }>`
      select distinct t.kind from campaign c
      cross join lateral (select kind from campaign_task where campaign = c.id limit ${limits.campaignTasksMax}) t
      where c.ends_at > ${now} and c.begins_at <= ${now} and c.state = 'published'`
      .execute(db)
      .then(({ rows }) => new Set(rows.map(({ kind }) => kind)))
      .catch(() => new Set<string>());
    known = { until: now + limits.campaignTasksKnownFor, kinds };
    return kinds;
  }

  /** An inviter's number grows when the newcomer's profile is finished. */
  const inviterOf = async (identifier: string): Promise<string | undefined> =>
    (await db.selectFrom('invited').select('inviter').where('identifier', '=', identifier).executeTakeFirst())?.inviter;

  async function hear(identifier: string, kind: string): Promise<void> {
    if (!(await liveKinds()).has(kind)) return;
    const who = kind === 'invite' ? await inviterOf(identifier) : identifier;
    if (who === undefined || waiting.has(who)) return;
    waiting.add(who);
    setTimeout(() => {
      waiting.delete(who);
      tellProgress(bus, who);
      // What fails is looked for again with the next task.
      winNews.lookForReady(who).catch(() => undefined);
    }, limits.campaignNewsEvery).unref();
  }

  const wrapped = Object.entries(doing).map(([call, kind]) => {
    const handler = handlers[call as keyof Calls] as Handler<keyof Calls>;
    const telling: Handler<keyof Calls> = async (request, actor, context) => {
      const reply = await handler(request, actor, context);
      // Who lets somebody into a space does that one's task.
      const whose = call === 'groupChat.operateJoinApply' ? (request as JoinAnswer).identifier : actor.identifier;
      void hear(whose, kind).catch(() => undefined);
      return reply;
    };
    return [call, telling];
  });
  return { ...handlers, ...(Object.fromEntries(wrapped) as Partial<Handlers>) };
}
