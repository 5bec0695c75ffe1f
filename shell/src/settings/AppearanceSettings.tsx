// Language, theme, text size and motion, for this device.
import { Chips } from '@amber/ui/Chips';
import { Switch } from '@amber/ui/Switch';
import { chosenLanguage, type LanguageId, languages } from '@amber/words/languages';
import { useId, useState } from 'react';
import { changeLanguage } from '../kit/language.ts';
import { changeAppearance, type Appearance, storedAppearance, textSizes, themes } from '../kit/appearance.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.appearance;

/** The section 'appearance'. Changes apply at once. */
export function AppearanceSettings() {
  const [appearance, setAppearance] = useState(storedAppearance);
  const id = useId();
  const change = (next: Partial<Appearance>) => {
    const changed = { ...appearance, ...next };
    setAppearance(changed);
    changeAppearance(changed);
  };
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <SettingsCard title={words.language}>
        <Chips
          label={words.language}
          value={chosenLanguage()}
          choices={[
            { value: '', label: words.languageOfBrowser },
            ...Object.entries(languages).map(([value, { name }]) => ({ value: value as LanguageId, label: name })),
          ]}
          onChange={changeLanguage}
        />
      </SettingsCard>
      <SettingsCard title={words.theme}>
        <Chips
          label={words.theme}
          value={appearance.theme}
          choices={themes.map((value) => ({ value, label: words.themes[value] }))}
          onChange={(theme) => change({ theme })}
        />
      </SettingsCard>
      <SettingsCard title={words.text}>
        <div className={styles.sizes}>
          <span className={styles.letter} style={{ fontSize: textSizes.min }} aria-hidden="true">
            A
          </span>
          <input
            type="range"
            id={id}
            aria-label={words.text}
            aria-valuetext={words.sizeOf({ pixels: appearance.textSize })}
            min={textSizes.min}
            max={textSizes.max}
            step={1}
            value={appearance.textSize}
            onChange={(event) => change({ textSize: Number(event.target.value) })}
          />
          <span className={styles.letter} style={{ fontSize: textSizes.max + 2 }} aria-hidden="true">
            A
          </span>
          <output className={styles.lead} htmlFor={id}>
            {words.sizeOf({ pixels: appearance.textSize })}
          </output>
        </div>
        <div className={styles.sample}>
          <p className={styles.bubble}>{words.sample}</p>
        </div>
      </SettingsCard>
      <SettingsCard title={words.motion}>
        <Switch
          label={words.reduce}
          hint={words.reduceHint}
          checked={appearance.motion === 'reduced'}
          onChange={(reduced) => change({ motion: reduced ? 'reduced' : 'system' })}
        />
      </SettingsCard>
    </>
  );
}
