// A list next to what was chosen from it: both where there is room, else one of them.
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ListResizer } from './ListResizer.tsx';
import styles from './Panes.module.css';

export const listWidth = { min: 240, max: 360, initial: 300 } as const;

const widthStorageKey = 'amber-list-width';

function readStoredWidth(): number {
  try {
    const width = Number(localStorage.getItem(widthStorageKey));
    return width >= listWidth.min && width <= listWidth.max ? width : listWidth.initial;
  } catch {
    return listWidth.initial; // storage is closed to us
  }
}

interface PanesProps {
  list: ReactNode;
  main: ReactNode;
  detail?: ReactNode;
  /** The pane that a narrow screen shows; it follows from the URL. */
  activePane: 'list' | 'main';
}

/** Two panes from 1024 pixels up, one below; the detail is next to them from 1280 up and over them below. */
export function Panes({ list, main, detail, activePane }: PanesProps) {
  const [width, setWidth] = useState(readStoredWidth);
  const resize = (next: number) => {
    setWidth(next);
    try {
      localStorage.setItem(widthStorageKey, String(next));
    } catch {
      // The width then lasts as long as the page.
    }
  };
  return (
    <div className={styles.panes} data-showing={activePane} style={{ '--list': `${width}px` } as CSSProperties}>
      <div className={styles.list}>{list}</div>
      <ListResizer width={width} onResize={resize} {...listWidth} />
      <div className={styles.main}>{main}</div>
      {detail && <div className={styles.detail}>{detail}</div>}
    </div>
  );
}
