// Picks a bot's character from the offered traits.
import { limits } from '@amber/proto/limits';
import { characterName } from './botNames.ts';
import { words as strings } from './words/gen/ai.ts';
import styles from './choices.module.css';

interface CharacterChoiceProps {
  options: readonly string[];
  value: readonly string[];
  onChange(characters: string[]): void;
}

export function CharacterChoice({ options, value, onChange }: CharacterChoiceProps) {
  const all = [...new Set([...options, ...value])];
  const isFull = value.length >= limits.charactersMax;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{strings.characters}</legend>
      <div className={styles.chips}>
        {all.map((character) => {
          const isChosen = value.includes(character);
          return (
            <label key={character} className={styles.chip}>
              <input
                className={styles.input}
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChange(isChosen ? value.filter((one) => one !== character) : [...value, character])}
              />
              <span>{characterName(character)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
