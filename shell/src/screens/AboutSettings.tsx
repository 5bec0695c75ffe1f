// What this is: version, build, licence, and how it fares here.
import manifest from '../../package.json' with { type: 'json' };
import { strings } from './strings.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { SupportBundle } from './SupportBundle.tsx';
import styles from './AboutSettings.module.css';

declare const __BUILD__: number;

const words = strings.settings;

const facts = (): readonly (readonly [string, string])[] => [
  [words.version, manifest.version],
  [words.build, words.builtOn(new Date(__BUILD__))],
  [words.licence, manifest.license],
];

/** The section 'about'. */
export function AboutSettings() {
  return (
    <>
      <SettingsCard title={strings.app}>
        <dl className={styles.facts}>
          {facts().map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
        </dl>
      </SettingsCard>
      <SupportBundle />
    </>
  );
}
