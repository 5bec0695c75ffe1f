// The fields of the campaign form, their validation, and the conversion to a campaign.
import type { Campaign, CampaignTask, CampaignTask_Kind, Input } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { fieldError, numberBetween } from '@amber/ui/form';
import { words as all } from '../words/gen/manage.ts';

const words = all.form;

/** `name` is the target's name, if the gateway sent it. */
export interface TaskFields extends Pick<CampaignTask, 'kind' | 'target' | 'name' | 'fromStart'> {
  /** Identifies the task while it is edited. */
  key: number;
  count: string;
}

export interface CampaignFields extends Pick<Campaign, 'title' | 'reward' | 'rules' | 'banner' | 'prize' | 'way'> {
  /** The value of a `datetime-local` field: local time, with minutes. */
  begins: string;
  ends: string;
  prizes: string;
  codes: string;
  tasks: readonly TaskFields[];
}

export type FieldProblems = Partial<Record<Exclude<keyof CampaignFields, 'tasks'>, string>> & {
  /** The problems of the tasks, by the task's key. */
  tasks?: Readonly<Record<number, string>>;
};

let keys = 0;
export const newTask = (kind: CampaignTask_Kind = 'joinSpace'): TaskFields => ({
  key: (keys += 1),
  kind,
  target: '',
  name: '',
  count: '1',
  fromStart: kind !== 'bindWallet',
});

/** The kinds of tasks that have a target. */
export const kindsWithTarget: ReadonlySet<CampaignTask_Kind> = new Set(['joinSpace', 'say', 'follow']);

/** Returns a local time such as '2026-12-01T09:30' in the device's time zone. */
export function toLocalInput(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
export const fromLocalInput = (text: string): number => new Date(text).getTime();

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** Returns the fields of a new campaign that starts now and lasts a week. */
export function emptyFields(now: number): CampaignFields {
  const begins = Math.floor(now / minute) * minute;
  return {
    title: '',
    reward: '',
    rules: '',
    banner: '',
    begins: toLocalInput(begins),
    ends: toLocalInput(begins + week),
    prize: 'code',
    way: 'firstCome',
    prizes: '10',
    codes: '',
    tasks: [],
  };
}

export const fieldsOf = ({
  title,
  reward,
  rules,
  banner,
  begins,
  ends,
  prize,
  way,
  prizes,
  tasks,
}: Campaign): CampaignFields => ({
  title,
  reward,
  rules,
  banner,
  begins: toLocalInput(begins),
  ends: toLocalInput(ends),
  prize,
  way,
  prizes: String(prizes || 10),
  codes: '',
  tasks: tasks.map(({ kind, target, name, count, fromStart }) => ({
    ...newTask(kind),
    target,
    name,
    count: String(count),
    fromStart,
  })),
});

export const codesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function taskProblem({ kind, target, count }: TaskFields): string | undefined {
  if (kindsWithTarget.has(kind) && target === '') return words.problems.task;
  return kind === 'invite' ? fieldError(numberBetween(words.count, 1, limits.campaignTaskCountMax), count) : undefined;
}

interface ValidationContext {
  /** The number of codes that the gateway has stored. */
  stored: number;
  isDraft: boolean;
}

/** Returns the first problem of each field. A draft may be incomplete where nobody relies on it. */
export function problemsOf(fields: CampaignFields, { stored, isDraft }: ValidationContext): FieldProblems {
  const { title, reward, begins, ends, prize, prizes } = fields;
  const [from, to] = [fromLocalInput(begins), fromLocalInput(ends)];
  const codes = codesOf(fields.codes);
  const codeCount = codes.length > 0 ? codes.length : stored;
  const hasEnoughCodes = codeCount >= Number(prizes) && new Set(codes).size === codes.length;
  const prizesError =
    prize === 'none' ? undefined : fieldError(numberBetween(words.prizes, 1, limits.campaignPrizesMax), prizes);
  const tasks = Object.fromEntries(
    fields.tasks.flatMap((task) => {
      const problem = taskProblem(task);
      return problem ? [[task.key, problem]] : [];
    }),
  );
  return {
    ...(title.trim() === '' && { title: words.problems.title }),
    ...(reward.trim() === '' && { reward: words.problems.reward }),
    ...(!(from > 0) && { begins: words.problems.begins }),
    ...(!(to > from) && { ends: words.problems.ends }),
    ...(prizesError !== undefined && { prizes: prizesError }),
    ...(prize === 'code' && !hasEnoughCodes && !(isDraft && codes.length === 0) && { codes: words.problems.codes }),
    ...(Object.keys(tasks).length > 0 && { tasks }),
  };
}

/** Returns the campaign for the gateway and the preview. */
export function campaignOf(id: string, fields: CampaignFields, state: Campaign['state']): Input<Campaign> {
  const { title, reward, rules, banner, begins, ends, prize, way, prizes, tasks } = fields;
  const hasPrizes = prize !== 'none';
  return {
    id,
    title,
    reward,
    rules,
    banner,
    begins: fromLocalInput(begins) || 0,
    ends: fromLocalInput(ends) || 0,
    state,
    prize,
    way: hasPrizes ? way : 'firstCome',
    prizes: hasPrizes ? Number(prizes) || 0 : 0,
    tasks: tasks.map(({ kind, target, count, fromStart }): Input<CampaignTask> => ({
      kind,
      target: kindsWithTarget.has(kind) ? target : '',
      count: kind === 'invite' ? Number(count) || 1 : 1,
      fromStart,
    })),
  };
}
