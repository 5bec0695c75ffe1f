// Notifications of others' likes, comments and follows: one row for each kind, actor and moment.
import type { BlogNews, BlogNews_Kind, Input, NewsSetting } from '@amber/proto';
import { sql } from 'kysely';
import { publishNotice } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import { isBlockedBetween, mayRead } from '../people/mayRead.ts';

/** The setting that enables each kind. */
const settingOf: Record<BlogNews_Kind, keyof NewsSetting> = {
  like: 'likes',
  comment: 'comments',
  answer: 'comments',
  follow: 'follows',
};

interface MomentNotification {
  to: string;
  kind: BlogNews_Kind;
  actor: string;
  /** The id of the moment; null for a follow. */
  blog: string | null;
}

export type MomentNotifications = ReturnType<typeof createMomentNotifications>;

export function createMomentNotifications({
  db,
  bus,
  clock,
  limits,
}: Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'>) {
  return {
    /**
     * Stores the notification in the caller's transaction. Returns a function that notifies the connected devices; call
     * it after the commit.
     */
    async add(tx: Transaction, { to, kind, actor, blog }: MomentNotification): Promise<() => void> {
      const now = clock();
      if (to === actor) return () => undefined;
      const { rows } = await sql`
        insert into blog_news (identifier, kind, about, actor, blog, at)
        select ${to}, ${kind}, ${blog ?? ''}, ${actor}, ${blog}, ${now}::bigint
        where not ${isBlockedBetween(actor, sql`${to}`)}
          and not exists (select from blog_news_setting s where s.identifier = ${to} and not s.${sql.ref(settingOf[kind])})
        on conflict (identifier, kind, about, actor) do update set at = excluded.at
        returning identifier`.execute(tx);
      await tx
        .deleteFrom('blog_news')
        .where('identifier', '=', to)
        .where('at', '<', now - limits.noticeRetention)
        .execute();
      if (rows.length === 0) return () => undefined;
      return () => publishNotice(bus, to, { type: 'momentNews' });
    },

    /** Deletes the notification of an undone action. */
    remove: (tx: Transaction, { to, kind, actor, blog }: MomentNotification) =>
      tx
        .deleteFrom('blog_news')
        .where('identifier', '=', to)
        .where('kind', '=', kind)
        .where('about', '=', blog ?? '')
        .where('actor', '=', actor)
        .execute(),

    /** The latest notifications, newest first. */
    async latest(me: string): Promise<{ list: Input<BlogNews>[]; seenAt: number; setting: Input<NewsSetting> }> {
      const { rows } = await sql<{
        kind: BlogNews_Kind;
        blog: string | null;
        at: number;
        text: string | null;
        identifier: string;
        avatar: string;
        lastName: string;
      }>`
        select n.kind, n.blog, n.at, p.identifier, p.avatar, p.last_name as "lastName",
          left(b.text, ${limits.momentExcerpt}) || case when length(b.text) > ${limits.momentExcerpt} then '…' else '' end as "text"
        from blog_news n join person p on p.identifier = n.actor left join blog b on b.id = n.blog
        where n.identifier = ${me} and (n.blog is null or ${mayRead(me, 'moment', 'b')}) and ${mayRead(me, 'actor', 'p')}
        order by n.at desc limit ${limits.momentNotificationsShown}`.execute(db);
      const setting = await db
        .selectFrom('blog_news_setting')
        .select(['likes', 'comments', 'follows', 'seen_at'])
        .where('identifier', '=', me)
        .executeTakeFirst();
      const { seen_at = 0, likes = true, comments = true, follows = true } = setting ?? {};
      return {
        list: rows.map(({ kind, blog, at, text, ...user }) => ({
          kind,
          blogId: blog ?? '',
          time: at,
          text: text ?? '',
          user,
        })),
        seenAt: seen_at,
        setting: { likes, comments, follows },
      };
    },

    /**
     * Saves the time up to which notifications were seen, and the settings. The time never moves back, so that a seen
     * notification stays seen.
     */
    async set(me: string, seenAt: number, setting: NewsSetting | null): Promise<void> {
      const values = setting ?? { likes: true, comments: true, follows: true };
      const { likes, comments, follows } = values;
      const seen_at = Math.min(Math.max(seenAt, 0), clock());
      await db
        .insertInto('blog_news_setting')
        .values({ identifier: me, likes, comments, follows, seen_at })
        .onConflict((on) =>
          on.column('identifier').doUpdateSet((row) => ({
            ...(setting && { likes, comments, follows }),
            seen_at: row.fn<number>('greatest', ['blog_news_setting.seen_at', row.val(seen_at)]),
          })),
        )
        .execute();
    },
  };
}
