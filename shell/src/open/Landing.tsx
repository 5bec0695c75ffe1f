// The public landing page: the product, this server's spaces and campaigns, and the sign-in.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { ClockIcon, OfflineIcon, ShieldIcon } from '@amber/ui/icons';
import { AiIcon, DownloadIcon, SpacesIcon } from '@amber/ui/moreIcons';
import type { ComponentType } from 'react';
import { AppPicture } from './AppPicture.tsx';
import { words } from '../words/gen/landing.ts';
import { LiveCampaigns } from './LiveCampaigns.tsx';
import { OpenLayout } from './OpenLayout.tsx';
import { PublicSpaces } from './PublicSpaces.tsx';
import { useOnline } from '../kit/useOnline.ts';
import styles from './Landing.module.css';

const icons: Record<keyof typeof words.features, ComponentType> = {
  fast: ClockIcon,
  offline: OfflineIcon,
  private: ShieldIcon,
  spaces: SpacesIcon,
  ai: AiIcon,
  own: DownloadIcon,
};
const features = Object.keys(icons) as (keyof typeof words.features)[];

const spacesId = 'spaces';

/** The page at /home. */
export function Landing() {
  const session = useSession();
  const online = useOnline();
  const enter = session ? (
    <ButtonLink variant="primary" className={styles.enter} to={paths.home()}>
      {words.open}
    </ButtonLink>
  ) : (
    <ButtonLink variant="primary" className={styles.enter} to={paths.login()}>
      {words.start}
    </ButtonLink>
  );
  return (
    <OpenLayout title="">
      <main>
        <div className="hero">
          <div>
            <h1 className="hero-title">{words.headline}</h1>
            <p className="hero-lead">{words.lead}</p>
            <p className={styles.actions}>
              {enter}
              <a className={styles.more} href={`#${spacesId}`}>
                {words.seeSpaces}
              </a>
            </p>
          </div>
          <AppPicture />
        </div>
        <section className={styles.section} aria-labelledby="what">
          <h2 className={styles.title} id="what">
            {words.what}
          </h2>
          <ul className={styles.features}>
            {features.map((feature) => {
              const Icon = icons[feature];
              const [title, text] = words.features[feature];
              return (
                <li key={feature} className={styles.feature}>
                  <span className={styles.icon}>
                    <Icon />
                  </span>
                  <h3 className={styles.name}>{title}</h3>
                  <p className={styles.text}>{text}</p>
                </li>
              );
            })}
          </ul>
        </section>
        {!online && (
          <p className={styles.offline} role="status">
            {words.offline}
          </p>
        )}
        <PublicSpaces id={spacesId} />
        <LiveCampaigns />
        <section className={styles.closing}>
          <h2 className={styles.closingTitle}>{words.closing}</h2>
          {!session && <p className={styles.text}>{words.closingLead}</p>}
          {enter}
        </section>
      </main>
    </OpenLayout>
  );
}
