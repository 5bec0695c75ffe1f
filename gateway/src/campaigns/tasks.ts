// The kinds of campaign tasks: how each is counted, and what it may refer to.
import type { CampaignTask, CampaignTask_Kind, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { type RawBuilder, sql } from 'kysely';
import { mayRead } from '../people/mayRead.ts';
import type { Db } from '../db/store.ts';

/** A row of `campaign_task`, with the begin and end of its campaign. */
export interface Task {
  campaign: string;
  no: number;
  kind: CampaignTask_Kind;
  target: string;
  count: number;
  fromStart: boolean;
  begins: number;
  ends: number;
}

interface TaskKind {
  /** How often this person has done the task. */
  done(task: Task, me: string): RawBuilder<number>;
  /** Finds the task's target and its name; null for a kind without a target. */
  target: ((id: string) => RawBuilder<unknown>) | null;
  /** Whether this person may read the target's name; without this function everybody may. */
  mayRead?(me: string): RawBuilder<boolean>;
  /** Whether the task can require more than one repetition. */
  most: 'once' | 'often';
}

const since = (task: Task, column: RawBuilder<unknown>) =>
  task.fromStart ? sql`and ${column} >= ${task.begins}::bigint` : sql``;

const taskKinds: Record<CampaignTask_Kind, TaskKind> = {
  joinSpace: {
    done: (task, me) => sql`(
      select count(*) from space_member m
      where m.space = ${task.target} and m.identifier = ${me} ${since(task, sql`m.joined_at`)}
    )`,
    target: (id) => sql`select s.name, '' as "spaceId" from space s where s.id = ${id}`,
    mayRead: (me) => mayRead(me, 'space', 's'),
    most: 'once',
  },
  /** Only people who finished their profile count. */
  invite: {
    done: (task, me) => sql`(
      select count(*) from (
        select from invited i join person p on p.identifier = i.identifier
        where i.inviter = ${me} and p.avatar <> '' and p.deleted_at is null ${since(task, sql`i.invited_at`)}
        limit ${task.count}
      ) n
    )`,
    target: null,
    most: 'often',
  },
  bindWallet: {
    done: (_, me) => sql`(select count(*) from person p where p.identifier = ${me} and p.wallet is not null)`,
    target: null,
    most: 'once',
  },
  /** A withdrawn message does not count towards this task. */
  say: {
    done: (task, me) => sql`(
      select count(*) from campaign_said s
      join message m on m.conversation = ${task.target} and m.seq = s.seq
      where s.campaign = ${task.campaign} and s.task = ${task.no} and s.identifier = ${me} and not m.withdrawn
    )`,
    target: (id) =>
      sql`select c.name, c.space as "spaceId" from conversation c where c.id = ${id} and c.space is not null and c.status = 'normal'`,
    mayRead: (me) => mayRead(me, 'room', 'c'),
    most: 'once',
  },
  follow: {
    done: (task, me) => sql`(
      select count(*) from follow f
      where f.identifier = ${me} and f.followed = ${task.target} ${since(task, sql`f.since`)}
    )`,
    target: (id) =>
      sql`select p.last_name as "name", '' as "spaceId" from person p where p.identifier = ${id} and p.last_name <> '' and p.deleted_at is null`,
    most: 'once',
  },
};

/** One person's progress, task by task, capped at each task's count. */
export async function progressOf(db: Db, tasks: readonly Task[], me: string): Promise<number[]> {
  if (tasks.length === 0 || me === '') return tasks.map(() => 0);
  const counts = tasks.map((task) => taskKinds[task.kind].done(task, me));
  const { rows } = await sql<{ done: number[] }>`select array[${sql.join(counts)}]::int[] as "done"`.execute(db);
  return tasks.map(({ count }, index) => Math.min(rows[0]!.done[index]!, count));
}

/** A task's target: its name, and the space of a room. `me`: return the name only where this person may read it. */
async function targetOf(
  db: Db,
  { kind, target }: Pick<Task, 'kind' | 'target'>,
  me?: string,
): Promise<{ name: string; spaceId: string } | null> {
  const { target: find, mayRead: rule } = taskKinds[kind];
  if (!find) return { name: '', spaceId: '' };
  const { rows } = await sql<{ name: string; spaceId: string }>`
    ${find(target)} ${rule && me !== undefined ? sql`and ${rule(me)}` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Turns the tasks that an operator wrote into rows.
 * @throws Fault BAD_REQUEST; CAMPAIGN_TARGET when a target does not exist.
 */
export async function checkTasks(db: Db, tasks: readonly CampaignTask[], limits: Limits) {
  if (tasks.length > limits.campaignTasksMax) throw new Fault('BAD_REQUEST');
  const rows = [];
  for (const [no, { kind, target, count, fromStart }] of tasks.entries()) {
    // A kind that this version does not know arrives as a number.
    if (typeof kind !== 'string') throw new Fault('BAD_REQUEST');
    const { most, target: find } = taskKinds[kind];
    const times = count || 1;
    if (times < 1 || times > (most === 'once' ? 1 : limits.campaignTaskCountMax) || (!find && target !== ''))
      throw new Fault('BAD_REQUEST');
    if (!(await targetOf(db, { kind, target }))) throw new Fault('CAMPAIGN_TARGET');
    // A bound wallet has no time, so its task never counts from the start; a room is always read from the start.
    rows.push({ no, kind, target, count: times, from_start: kind === 'say' || (kind !== 'bindWallet' && fromStart) });
  }
  const distinct = new Set(rows.map(({ kind, target }) => `${kind} ${target}`));
  if (distinct.size < rows.length) throw new Fault('BAD_REQUEST');
  return rows;
}

/** Tasks as a person's pages see them. `isOperator`: the names of targets are always included. */
export async function wireTasks(
  db: Db,
  tasks: readonly Task[],
  me: string,
  isOperator: boolean,
): Promise<Input<CampaignTask>[]> {
  const done = await progressOf(db, tasks, me);
  const result = [];
  for (const [index, { kind, target, count, fromStart }] of tasks.entries()) {
    const { name, spaceId } = (await targetOf(db, { kind, target }, isOperator ? undefined : me)) ?? {
      name: '',
      spaceId: '',
    };
    result.push({ kind, target, count, fromStart, name, spaceId, done: done[index]! });
  }
  return result;
}
