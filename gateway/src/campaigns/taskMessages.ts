// Records who wrote in the rooms of tasks: each message is read once, however many people ask.
import { sql } from 'kysely';
import type { Task } from './tasks.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

/** The room's present last seq. */
const lastSeq = (room: string) => sql`(select last_seq from conversation where id = ${room})`;

export type TaskMessages = ReturnType<typeof createTaskMessages>;

export function createTaskMessages({ db, limits }: Pick<GatewayBase, 'db' | 'limits'>) {
  /** Reads the room's next messages; true when none are left. */
  const readNext = ({ campaign, no, target, begins, ends }: Task): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ from: number; upTo: number; last: number }>`
        select read_seq as "from", least(read_seq + ${limits.campaignMessagesRead}, ${lastSeq(target)}) as "upTo", ${lastSeq(target)} as "last"
        from campaign_task where campaign = ${campaign} and no = ${no} for update`.execute(tx);
      const [next] = rows;
      if (!next || next.upTo <= next.from) return true;
      await sql`
        insert into campaign_said (campaign, task, identifier, seq)
        select ${campaign}, ${no}, m.sender, max(m.seq) from message m
        where m.conversation = ${target} and m.seq > ${next.from} and m.seq <= ${next.upTo}
          and m.cmd_id = '' and not m.withdrawn and m.ts >= ${begins}::bigint and m.ts < ${ends}::bigint
          and exists (select from person p where p.identifier = m.sender)
        group by m.sender
        on conflict (campaign, task, identifier) do update set seq = excluded.seq`.execute(tx);
      await tx
        .updateTable('campaign_task')
        .set({ read_seq: next.upTo })
        .where('campaign', '=', campaign)
        .where('no', '=', no)
        .execute();
      return next.upTo >= next.last;
    });

  return {
    /** Reads the messages since the last call. */
    async catchUp(tasks: readonly Task[]): Promise<void> {
      for (const task of tasks) {
        if (task.kind !== 'say') continue;
        const { rows } = await sql<{ behind: boolean }>`
          select read_seq < ${lastSeq(task.target)} as "behind" from campaign_task where campaign = ${task.campaign} and no = ${task.no}`.execute(
          db,
        );
        if (rows[0]?.behind) while (!(await readNext(task)));
      }
    },
  };
}
