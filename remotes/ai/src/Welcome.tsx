// Beside the list while no chat is open: what bots are.
import { paths } from '@amber/client/paths';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Page } from '@amber/ui/Page';
import type { ReactNode } from 'react';
import { words } from './words/gen/ai.ts';
import styles from './Welcome.module.css';

/** `children` follow. */
export const Welcome = ({ children }: { children: ReactNode }) => (
  <Page title={words.welcome} lead={words.lead}>
    <dl className={styles.kinds}>
      {(['assistant', 'mate', 'clone'] as const).map((kind) => (
        <div key={kind}>
          <dt>{words.kinds[kind]}</dt>
          <dd>{words.about[kind]}</dd>
        </div>
      ))}
    </dl>
    <div>
      <ButtonLink to={paths.createBot()} look="primary">
        {words.createOne}
      </ButtonLink>
    </div>
    {children}
  </Page>
);
