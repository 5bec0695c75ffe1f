// The tasks of a campaign, my progress in each, and links to where they are done.
import { paths } from '@amber/client/paths';
import type { Campaign, CampaignTask, CampaignTask_Kind } from '@amber/proto';
import { cx } from '@amber/ui/cx';
import { CheckIcon } from '@amber/ui/icons';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { Link } from 'react-router-dom';
import { words } from './words/gen/campaign.ts';
import styles from './Tasks.module.css';

/** The title of each kind of task, and the link to do it. */
const kinds = {
  joinSpace: {
    // People who may not read a space must not see its name.
    title: ({ name }) => (name ? words.task.joinSpace({ name }) : words.task.joinPrivateSpace),
    to: ({ target }) => paths.joinSpace({ sid: target }),
  },
  invite: { title: ({ count }) => words.task.invite({ count }), to: () => paths.invite() },
  bindWallet: { title: () => words.task.bindWallet, to: () => paths.settings({ section: 'account' }) },
  say: {
    title: ({ name }) => (name ? words.task.say({ name }) : words.task.sayInPrivate),
    to: ({ target, spaceId }) => paths.room({ sid: spaceId, cid: target }),
  },
  follow: {
    title: ({ name }) => words.task.follow({ name }),
    to: ({ target }) => paths.momentsBy({ identifier: target }),
  },
} satisfies Record<CampaignTask_Kind, { title(task: CampaignTask): string; to(task: CampaignTask): string }>;

const isKnown = ({ kind }: CampaignTask): boolean => Object.hasOwn(kinds, kind);

/** Omits kinds of a newer version of the gateway. */
export function Tasks({ campaign: { tasks }, canDo }: { campaign: Campaign; canDo: boolean }) {
  const done = tasks.filter((task) => task.done >= task.count).length;
  return (
    <section className={styles.tasks} aria-label={words.tasks}>
      <h2 className={styles.title}>
        {words.tasks}
        {canDo && <span className={styles.sum}>{words.tasksDone({ done, total: tasks.length })}</span>}
      </h2>
      <ul>
        {tasks.filter(isKnown).map((task) => (
          <Task key={`${task.kind} ${task.target}`} task={task} canDo={canDo} />
        ))}
      </ul>
    </section>
  );
}

function Task({ task, canDo }: { task: CampaignTask; canDo: boolean }) {
  const { kind, done, count, fromStart } = task;
  const isDone = done >= count;
  return (
    <li className={cx(styles.task, isDone && styles.done)}>
      <span className={styles.mark} aria-hidden="true">
        {isDone && <CheckIcon />}
      </span>
      <span className={styles.text}>
        <span>{kinds[kind].title(task)}</span>
        {fromStart && !isDone && <span className={styles.hint}>{words.fromStart}</span>}
      </span>
      {isDone && <VisuallyHidden>{words.isDone}</VisuallyHidden>}
      {!isDone && count > 1 && canDo && <span className={styles.count}>{words.progress({ done, count })}</span>}
      {!isDone && canDo && (
        <Link className={styles.go} to={kinds[kind].to(task)}>
          {words.go[kind]}
        </Link>
      )}
    </li>
  );
}
