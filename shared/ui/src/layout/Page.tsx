// A screen that is one column: a heading, a line about it, and what it holds.
import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  title: string;
  lead?: string;
  /** Before the title: the way back. */
  before?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** 'main' where the page is shown without the host's frame. */
  Landmark?: 'div' | 'main';
  /** 'text' is as wide as one reads, 'cards' as wide as there is use for. */
  width?: 'text' | 'cards';
  children: ReactNode;
}

/** A page that scrolls. */
export function Page({ title, lead, before, actions, Landmark = 'div', width = 'text', children }: PageProps) {
  return (
    // What scrolls is reached by the keyboard, also where nothing in it is.
    <Landmark
      className={styles.scroll}
      tabIndex={0}
      {...(Landmark === 'div' && { role: 'region', 'aria-label': title })}
    >
      <div className={styles.page} data-width={width}>
        <header className={styles.header}>
          {before}
          <div className={styles.heading}>
            <h1 className={styles.title}>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions}
        </header>
        {children}
      </div>
    </Landmark>
  );
}
