// Settings of how often, and at which times, a mate may write to its owner unprompted.
import type { AiBotInfo } from '@amber/proto';
import { ChoiceList } from '@amber/ui/ChoiceList';
import { TextField } from '@amber/ui/TextField';
import { choicesOf } from './choicesOf.ts';
import { words as strings } from './words/gen/ai.ts';
import styles from './BotForm.module.css';

const choices = ['never', 'daily', 'weekly'] as const;

const timeOf = (minute = 0): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns undefined while the field is empty. */
const minuteOf = (time: string): number | undefined => {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes;
};

type Fields = Pick<AiBotInfo, 'writesFirst'> & Partial<Pick<AiBotInfo, 'quietFrom' | 'quietTo' | 'timeZone'>>;

export function WritesFirst({ fields, onChange }: { fields: Fields; onChange(change: Partial<Fields>): void }) {
  const words = strings.form;
  const set = (field: 'quietFrom' | 'quietTo', time: string) => {
    const minute = minuteOf(time);
    // The quiet hours apply in the time zone in which they were set.
    if (minute !== undefined) onChange({ [field]: minute, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  };
  return (
    <>
      <ChoiceList
        title={words.writesFirst}
        value={fields.writesFirst}
        choices={choicesOf(choices, words.writesFirstChoices, words.writesFirstHints)}
        onChange={(writesFirst) => onChange({ writesFirst })}
      />
      {fields.writesFirst !== 'never' && (
        <div className={styles.quiet}>
          <TextField
            type="time"
            label={words.quietFrom}
            hint={words.quietHint}
            value={timeOf(fields.quietFrom)}
            onChange={(event) => set('quietFrom', event.target.value)}
          />
          <TextField
            type="time"
            label={words.quietTo}
            value={timeOf(fields.quietTo)}
            onChange={(event) => set('quietTo', event.target.value)}
          />
        </div>
      )}
    </>
  );
}
