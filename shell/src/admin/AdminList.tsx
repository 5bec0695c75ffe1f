// The operators' start page: their pages, each with its state in one line, and the pages of features for operators.
import type { QueryState } from '@amber/client/useQuery';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { paths } from '@amber/client/paths';
import { BackIcon, ChevronIcon } from '@amber/ui/icons';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/admin.ts';
import { words as app } from '../words/gen/app.ts';
import type { PageState } from './pageStates.ts';
import styles from './Admin.module.css';

export interface AdminEntry {
  key: string;
  title: string;
  Icon: ComponentType;
  state: QueryState<PageState>;
}

/** The page of a feature for its operators. */
interface FeaturePage {
  title: string;
  path: string;
  Icon: ComponentType;
}

interface AdminListProps {
  entries: readonly AdminEntry[];
  /** The key of the page that is open beside the list. */
  open: string;
  featurePages: readonly FeaturePage[];
  /** The list is the page's only heading where it is shown alone. */
  Heading: 'h1' | 'h2';
}

export const AdminList = ({ entries, open, featurePages, Heading }: AdminListProps) => (
  <div className={styles.list}>
    <header className={styles.heading}>
      <Link className={styles.back} to={paths.settings({ section: 'me' })} aria-label={app.settings.back}>
        <BackIcon />
      </Link>
      <Heading>{words.title}</Heading>
    </header>
    <nav aria-label={words.title}>
      <ul className={styles.pages}>
        {entries.map(({ key, title, Icon, state }) => (
          <Entry key={key} to={paths.admin({ page: key })} title={title} Icon={Icon} isOpen={key === open}>
            {stateOf(state)}
          </Entry>
        ))}
        {featurePages.map(({ path, title, Icon }) => (
          <Entry key={path} to={path} title={words.manageOf({ title })} Icon={Icon}>
            {{ text: words.states.ownPage }}
          </Entry>
        ))}
      </ul>
    </nav>
  </div>
);

/** A state that is not known yet leaves its line empty, so that nothing moves when it comes. */
const stateOf = (state: QueryState<PageState>): PageState =>
  state.status === 'ready'
    ? state.answer
    : { text: state.status === 'error' ? getErrorMessage(state.fault) : '', isUrgent: state.status === 'error' };

interface EntryProps {
  to: string;
  title: string;
  Icon: ComponentType;
  isOpen?: boolean;
  children: PageState;
}

function Entry({ to, title, Icon, isOpen = false, children: { text, isUrgent = false } }: EntryProps) {
  return (
    <li>
      <Link className={styles.page} to={to} aria-current={isOpen ? 'page' : undefined}>
        <Icon />
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>{' '}
          <span className={styles.state} data-urgent={isUrgent || undefined}>
            {text}
          </span>
        </span>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </Link>
    </li>
  );
}
