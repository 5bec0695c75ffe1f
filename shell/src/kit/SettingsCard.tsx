// One subject of a settings page.
import type { ReactNode } from 'react';
import styles from './SettingsCard.module.css';

/** A titled card. */
export const SettingsCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.card}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);
