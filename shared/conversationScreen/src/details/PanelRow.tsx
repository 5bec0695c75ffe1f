// A row of a panel that opens a dialog or another page of the panel.
import { ChevronIcon } from '@amber/ui/icons';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './PanelRow.module.css';

interface PanelRowProps {
  Icon: ComponentType;
  title: string;
  note?: ReactNode;
  /** The path of another page, or the function that opens a dialog. */
  opens: string | (() => void);
  /** Passed on with the path, so that the page can lead back here in the history. */
  state?: unknown;
}

export function PanelRow({ Icon, title, note, opens, state }: PanelRowProps) {
  const content = (
    <>
      <Icon />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span> {note && <span className={styles.note}>{note}</span>}
      </span>
      <ChevronIcon />
    </>
  );
  return typeof opens === 'string' ? (
    <Link className={styles.row} to={opens} state={state}>
      {content}
    </Link>
  ) : (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={opens}>
      {content}
    </button>
  );
}
