// Version, build, licence and recent problems.
import manifest from '../../../../package.json' with { type: 'json' };
import { paths } from '@amber/client/paths';
import { formatDate } from '@amber/words/formats';
import { Link } from 'react-router-dom';
import { words as about } from '../../words/gen/about.ts';
import { Licences } from './Licences.tsx';
import settings from '../sections.module.css';
import { useOffers } from '../../federation/show/useOffers.ts';
import { words as app } from '../../words/gen/app.ts';
import { words as strings } from '../../words/gen/settings.ts';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { SupportBundle } from './SupportBundle.tsx';
import styles from './AboutSettings.module.css';

declare const __BUILD__: number;

const words = strings.general;

const facts = (): readonly (readonly [string, string])[] => [
  [words.version, manifest.version],
  [words.build, formatDate(__BUILD__, 'longDateAndTime')],
  [words.licence, manifest.license],
];

/** The hash in the name of a build's entry file. */
const ownFingerprint = (): string =>
  /main\.([0-9a-f]+)\.js/.exec(document.querySelector<HTMLScriptElement>('script[src*="main."]')?.src ?? '')?.[1] ?? '';

function Part({ name, version, fingerprint }: { name: string; version: string; fingerprint: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={settings.part}>
        <span>{version}</span>
        <code>{fingerprint}</code>
      </dd>
    </div>
  );
}

/** The section 'about'. */
export function AboutSettings({ sourceUrl }: { sourceUrl: string }) {
  const offers = useOffers();
  return (
    <>
      <SettingsCard title={app.app}>
        <dl className={styles.facts}>
          {facts().map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ))}
        </dl>
      </SettingsCard>
      <SettingsCard title={about.parts}>
        <p className={settings.lead}>{about.partsLead}</p>
        <dl className={styles.facts}>
          <Part name={about.host} version={manifest.version} fingerprint={ownFingerprint()} />
          {offers.map(({ feature, title, version, integrity }) => (
            <Part
              key={feature}
              name={title}
              version={version}
              fingerprint={integrity.replace(/^sha384-/, '').slice(0, 10)}
            />
          ))}
        </dl>
      </SettingsCard>
      <SettingsCard title={about.legal}>
        <ul className={styles.links}>
          <li>
            <Link reloadDocument to={paths.privacy()}>
              {about.privacy}
            </Link>
          </li>
          <li className="terms-link">
            <Link reloadDocument to={paths.terms()}>
              {about.terms}
            </Link>
          </li>
        </ul>
      </SettingsCard>
      <SettingsCard title={about.source}>
        {sourceUrl ? (
          <p>
            <a href={sourceUrl} rel="noreferrer">
              {about.sourceLink}
            </a>
          </p>
        ) : (
          <p className={settings.lead}>{about.noSource}</p>
        )}
      </SettingsCard>
      <Licences />
      <SupportBundle />
    </>
  );
}
