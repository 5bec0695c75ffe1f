// Tells people, also those who are away, what a campaign has for them: a prize that was drawn, or one to claim.
import type { Limits } from '@amber/proto/limits';
import { sql, type Transaction } from 'kysely';
import type { Notices } from '../messages/push/notices.ts';
import { addNews } from '../notifications/pushJobs.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { Campaigns, CampaignRow } from './campaigns.ts';
import type { Said } from './said.ts';
import { progressOf } from './tasks.ts';

interface WinNewsPorts {
  db: Db;
  clock: Clock;
  limits: Limits;
  notices: Pick<Notices, 'keep' | 'keepFor'>;
  campaigns: Campaigns;
  said: Said;
}

const noticeOf = (kind: 'won' | 'ready', { id, title, reward }: Pick<CampaignRow, 'id' | 'title' | 'reward'>) => ({
  type: 'campaignNews' as const,
  identifier: '',
  body: JSON.stringify({ kind, campaignId: id, title, reward }),
});

export type WinNews = ReturnType<typeof createWinNews>;

export function createWinNews({ db, clock, limits, notices, campaigns, said }: WinNewsPorts) {
  /** Live ones that this person takes part in, where there is something left to claim. */
  const openOnes = (me: string) =>
    db
      .selectFrom('campaign_participant as p')
      .innerJoin('campaign as c', 'c.id', 'p.campaign')
      .selectAll('c')
      .where('p.identifier', '=', me)
      .where('p.ready_at', 'is', null)
      .where('c.state', '=', 'published')
      .where('c.prize', '<>', 'none')
      .where('c.begins_at', '<=', clock())
      .where('c.ends_at', '>', clock())
      .where((row) => row.or([row('c.way', '=', 'draw'), row('c.given', '<', row.ref('c.prizes'))]))
      .where(
        sql<boolean>`not exists (select from campaign_claim k where k.campaign = p.campaign and k.identifier = p.identifier)`,
      )
      .execute();

  /** The mark and the notice are one transaction, so that two gateways, or a repeated look, tell once. */
  async function tellReady(row: CampaignRow, me: string): Promise<void> {
    const push = await db.transaction().execute(async (tx): Promise<() => void> => {
      const { numUpdatedRows } = await tx
        .updateTable('campaign_participant')
        .set({ ready_at: clock() })
        .where('campaign', '=', row.id)
        .where('identifier', '=', me)
        .where('ready_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return () => undefined;
      await addNews(tx, { kind: 'ready', campaign: row.id }, [me], clock() + limits.campaignReadyPushAfter);
      return notices.keep(tx, me, noticeOf('ready', row));
    });
    push();
  }

  return {
    /**
     * Keeps the news of a draw for its winners, in its transaction, also for devices whose app is closed. Returns what
     * pushes it to connected devices: call it after the commit.
     */
    async keepWon(tx: Transaction<Tables>, row: CampaignRow, winners: readonly string[]): Promise<() => void> {
      const push = await notices.keepFor(tx, winners, noticeOf('won', row));
      await addNews(tx, { kind: 'won', campaign: row.id }, winners, clock());
      return push;
    },

    /** This person may have done the last task of a campaign. */
    async lookForReady(me: string): Promise<void> {
      for (const row of await openOnes(me)) {
        const tasks = await campaigns.tasksOf(db, row);
        if (tasks.length === 0) continue;
        await said.catchUp(tasks);
        const done = await progressOf(db, tasks, me);
        if (tasks.every(({ count }, index) => done[index]! >= count)) await tellReady(row, me);
      }
    },
  };
}
