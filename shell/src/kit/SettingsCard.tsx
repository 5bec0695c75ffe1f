// A card of a settings page for one topic.
import type { ReactNode } from 'react';
import styles from './SettingsCard.module.css';

export const SettingsCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.card}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);
