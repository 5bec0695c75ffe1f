// Beside the list while no chat is open: what bots are, and how much was asked.
import { paths } from '@amber/client/paths';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Page } from '@amber/ui/Page';
import { Usage } from './Usage.tsx';
import { words } from './words/gen/ai.ts';
import styles from './Welcome.module.css';

export const Welcome = () => (
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
    <Usage />
  </Page>
);
