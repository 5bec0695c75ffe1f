// An introduction to bots, shown beside the list while no chat is open.
import { paths } from '@amber/client/paths';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { PersonIcon } from '@amber/ui/icons';
import { AiIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { FaceIcon } from '@amber/ui/settingsIcons';
import type { ReactNode } from 'react';
import { words } from './words/gen/ai.ts';
import styles from './Welcome.module.css';

const kinds = [
  { kind: 'assistant', Icon: AiIcon },
  { kind: 'mate', Icon: FaceIcon },
  { kind: 'clone', Icon: PersonIcon },
] as const;

/** `children` follow the introduction. */
export const Welcome = ({ children }: { children: ReactNode }) => (
  <Page title={words.welcome} lead={words.lead} width="cards">
    <dl className={styles.kinds}>
      {kinds.map(({ kind, Icon }) => (
        <div key={kind} className={styles.kind}>
          <dt>
            <span className={styles.icon}>
              <Icon />
            </span>
            {words.kinds[kind]}
          </dt>
          <dd>{words.about[kind]}</dd>
        </div>
      ))}
    </dl>
    <div>
      <ButtonLink to={paths.createBot()} variant="primary">
        {words.createOne}
      </ButtonLink>
    </div>
    {children}
  </Page>
);
