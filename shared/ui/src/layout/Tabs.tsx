// Tabs with one visible panel.
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ComponentType, ReactNode } from 'react';
import { direction } from '../direction.ts';
import styles from './Tabs.module.css';

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly { key: string; title: string; Icon?: ComponentType; content: ReactNode }[];
  /** The key of the tab that is open initially. */
  first?: string | undefined;
}

/** Renders tabs with arrow keys; the first one is open initially, unless `first` names another. */
export const Tabs = ({ label, tabs, first }: TabsProps) => (
  <DirectionProvider direction={direction()}>
    <Base.Root defaultValue={tabs.find(({ key }) => key === first)?.key ?? tabs[0]?.key}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map(({ key, title, Icon }) => (
          <Base.Tab key={key} className={styles.tab} value={key}>
            {Icon && <Icon />}
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ key, content }) => (
        <Base.Panel key={key} className={styles.panel} value={key}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  </DirectionProvider>
);
