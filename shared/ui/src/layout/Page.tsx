// A screen with one column: a heading, an introduction and the content.
import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  title: string;
  lead?: string;
  /** Content before the title, such as a link back. */
  before?: ReactNode;
  /** Content next to the title. */
  actions?: ReactNode;
  /** 'main' where the page is shown without the host's frame. */
  Landmark?: 'div' | 'main';
  /** 'text' is a readable line length, 'cards' the useful width of a grid. */
  width?: 'text' | 'cards';
  children: ReactNode;
}

/** Renders a scrolling page. */
export function Page({ title, lead, before, actions, Landmark = 'div', width = 'text', children }: PageProps) {
  return (
    // The scroll container is focusable, so that the keyboard can scroll it even without focusable content.
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
