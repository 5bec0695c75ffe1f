// Language, text size and motion, for this device.
import { Chips } from '@amber/ui/Chips';
import { Switch } from '@amber/ui/Switch';
import { chosenLanguage, type LanguageId, languages } from '@amber/words/languages';
import { useId, useState } from 'react';
import { changeLanguage } from '../kit/language.ts';
import { changeLook, type Look, rememberedLook, textSizes } from '../kit/look.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.appearance;

/** The section 'appearance'. Changes apply at once. */
export function AppearanceSettings() {
  const [look, setLook] = useState(rememberedLook);
  const id = useId();
  const change = (next: Partial<Look>) => {
    const changed = { ...look, ...next };
    setLook(changed);
    changeLook(changed);
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
      <SettingsCard title={words.text}>
        <div className={styles.sizes}>
          <span className={styles.letter} style={{ fontSize: textSizes.min }} aria-hidden="true">
            A
          </span>
          <input
            type="range"
            id={id}
            aria-label={words.text}
            aria-valuetext={words.sizeOf({ pixels: look.textSize })}
            min={textSizes.min}
            max={textSizes.max}
            step={1}
            value={look.textSize}
            onChange={(event) => change({ textSize: Number(event.target.value) })}
          />
          <span className={styles.letter} style={{ fontSize: textSizes.max + 2 }} aria-hidden="true">
            A
          </span>
          <output className={styles.lead} htmlFor={id}>
            {words.sizeOf({ pixels: look.textSize })}
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
          checked={look.motion === 'reduced'}
          onChange={(reduced) => change({ motion: reduced ? 'reduced' : 'system' })}
        />
      </SettingsCard>
    </>
  );
}
