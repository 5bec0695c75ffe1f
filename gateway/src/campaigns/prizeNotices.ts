// Notifies people, online or offline, of a prize that they won in a draw or can claim.
import { sql } from 'kysely';
import type { Notices } from '../messages/push/notices.ts';
import { addCampaignPush } from '../notifications/pushJobs.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import type { Campaigns, CampaignRow } from './campaigns.ts';
import type { TaskMessages } from './taskMessages.ts';
import { progressOf } from './tasks.ts';

interface PrizeNoticePorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  notices: Pick<Notices, 'add' | 'addForAll'>;
  campaigns: Campaigns;
  taskMessages: TaskMessages;
}

const noticeOf = (kind: 'won' | 'ready', { id, title, reward }: Pick<CampaignRow, 'id' | 'title' | 'reward'>) => ({
  type: 'campaignNews' as const,
  identifier: '',
  body: JSON.stringify({ kind, campaignId: id, title, reward }),
});

export type PrizeNotices = ReturnType<typeof createPrizeNotices>;

export function createPrizeNotices({ db, clock, limits, notices, campaigns, taskMessages }: PrizeNoticePorts) {
  /** Live campaigns in which this person takes part and a prize is left to claim. */
  const findClaimable = (me: string) =>
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

  /** The mark and the notice share a transaction, so that concurrent gateways or a repeated check notify once. */
  async function notifyReady(row: CampaignRow, me: string): Promise<void> {
    const push = await db.transaction().execute(async (tx): Promise<() => void> => {
      const { numUpdatedRows } = await tx
        .updateTable('campaign_participant')
        .set({ ready_at: clock() })
        .where('campaign', '=', row.id)
        .where('identifier', '=', me)
        .where('ready_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return () => undefined;
      await addCampaignPush(tx, { kind: 'ready', campaign: row.id }, [me], clock() + limits.campaignReadyPushAfter);
      return notices.add(tx, me, noticeOf('ready', row));
    });
    push();
  }

  return {
    /**
     * Stores the winners' notices in the draw's transaction, which also reaches devices whose app is closed. Returns a
     * function that pushes them to connected devices; call it after the commit.
     */
    async storeWon(tx: Transaction, row: CampaignRow, winners: readonly string[]): Promise<() => void> {
      const push = await notices.addForAll(tx, winners, noticeOf('won', row));
      await addCampaignPush(tx, { kind: 'won', campaign: row.id }, winners, clock());
      return push;
    },

    /** Checks whether this person has completed the last task of a campaign, and notifies them. */
    async notifyIfReady(me: string): Promise<void> {
      for (const row of await findClaimable(me)) {
        const tasks = await campaigns.tasksOf(db, row);
        if (tasks.length === 0) continue;
        await taskMessages.catchUp(tasks);
        const done = await progressOf(db, tasks, me);
        if (tasks.every(({ count }, index) => done[index]! >= count)) await notifyReady(row, me);
      }
    },
  };
}
