// The task list of the campaign editor.
import type { CampaignTask_Kind } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { IconButton } from '@amber/ui/IconButton';
import { AddIcon, CloseIcon } from '@amber/ui/icons';
import { Select } from '@amber/ui/Select';
import { Switch } from '@amber/ui/Switch';
import { TextField } from '@amber/ui/TextField';
import { words as all } from '../words/gen/manage.ts';
import { newTask, type TaskFields, kindsWithTarget } from './fields.ts';
import { type Targets, useTargets } from './targets.ts';
import styles from './TaskList.module.css';

const words = all.form;
const kinds: readonly CampaignTask_Kind[] = ['joinSpace', 'invite', 'bindWallet', 'say', 'follow'];

interface TaskListProps {
  tasks: readonly TaskFields[];
  problems: Readonly<Record<number, string>>;
  onChange(tasks: readonly TaskFields[]): void;
}

export function TaskList({ tasks, problems, onChange }: TaskListProps) {
  const targets = useTargets();
  return (
    <fieldset className={styles.tasks}>
      <legend className={styles.title}>{words.tasks}</legend>
      {tasks.length === 0 && <p className={styles.none}>{words.noTasks}</p>}
      {tasks.map((task, index) => (
        <Task
          key={task.key}
          number={index + 1}
          task={task}
          problem={problems[task.key]}
          targets={targets}
          onChange={(change) => onChange(tasks.map((one) => (one.key === task.key ? { ...one, ...change } : one)))}
          onRemove={() => onChange(tasks.filter(({ key }) => key !== task.key))}
        />
      ))}
      {tasks.length < limits.campaignTasksMax && (
        <div>
          <Button onClick={() => onChange([...tasks, newTask()])}>
            <AddIcon />
            {words.addTask}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface TaskProps {
  number: number;
  task: TaskFields;
  problem: string | undefined;
  targets: Targets;
  onChange(change: Partial<TaskFields>): void;
  onRemove(): void;
}

const labels = { joinSpace: 'space', say: 'room', follow: 'person' } as const;

function Task({ number, task, problem, targets, onChange, onRemove }: TaskProps) {
  const { kind, target, name, count, fromStart } = task;
  const choices = kind in targets ? targets[kind as keyof Targets] : [];
  // The target of a copied task may be unknown on this device; it is preserved.
  const known = target === '' || choices.some(({ value }) => value === target);
  return (
    <div className={styles.task}>
      <div className={styles.row}>
        <Select
          label={words.taskKind({ number })}
          value={kind}
          choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChoose={(next) => onChange({ kind: next as CampaignTask_Kind, target: '' })}
        />
        <IconButton label={words.removeTask({ number })} Icon={CloseIcon} onClick={onRemove} />
      </div>
      {kindsWithTarget.has(kind) && (
        <Select
          label={words[labels[kind as keyof typeof labels]]}
          value={target}
          error={problem}
          choices={[
            { value: '', label: words.choose },
            ...choices,
            ...(known ? [] : [{ value: target, label: name || target }]),
          ]}
          onChoose={(next) => onChange({ target: next })}
        />
      )}
      {kind === 'invite' && (
        <TextField
          label={words.count}
          inputMode="numeric"
          value={count}
          error={problem}
          onChange={(event) => onChange({ count: event.target.value })}
        />
      )}
      {kind !== 'bindWallet' && kind !== 'say' && (
        <Switch label={words.fromStart} checked={fromStart} onChange={(next) => onChange({ fromStart: next })} />
      )}
    </div>
  );
}
