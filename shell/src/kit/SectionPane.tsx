// The pane that shows one section of a list of sections: a heading with the way back, and the content.
import { BackIcon } from '@amber/ui/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './SectionPane.module.css';

interface SectionPaneProps {
  title: string;
  /** The path of the list, for screens that have no room for both. */
  back: string;
  backLabel: string;
  /** 'text' is a readable line length, 'cards' leaves room for tables. */
  width?: 'text' | 'cards' | undefined;
  children: ReactNode;
}

export const SectionPane = ({ title, back, backLabel, width = 'text', children }: SectionPaneProps) => (
  // Focusable, so that the keyboard can scroll sections without controls.
  <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
    <div className={styles.page} data-width={width}>
      <header className={styles.header}>
        <Link className={styles.back} to={back} aria-label={backLabel}>
          <BackIcon />
        </Link>
        <h1 className={styles.title}>{title}</h1>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  </div>
);
