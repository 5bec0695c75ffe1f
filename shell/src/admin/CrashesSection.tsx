// Where the releases of a feature crashed, by their source maps.
import { api } from '@amber/client/hostEngine';
import type { CrashStack, StackFrame } from '@amber/proto';
import { Collapsible } from '@amber/ui/Collapsible';
import { type Column, DataTable } from '@amber/ui/DataTable';
import { number } from '@amber/words';
import { formatDate } from '@amber/words/formats';
import table from '@amber/ui/table.module.css';
import { useState } from 'react';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/admin.ts';
import { useRepeatedQuery } from './useRepeatedQuery.ts';
import styles from './CrashesSection.module.css';

interface Crash extends CrashStack {
  version: string;
}

const strings = words.crashes;

const frameText = ({ file, line, column, name }: StackFrame): string => `${file}:${line}:${column} ${name}`.trim();

/** Innermost first, as in a console. */
const Frames = ({ frames }: Pick<CrashStack, 'frames'>) => (
  <ol className={styles.frames} dir="ltr">
    {frames.map((frame, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the frames of a stack never change
      <li key={index}>{frameText(frame)}</li>
    ))}
  </ol>
);

const columns = (): readonly Column<Crash>[] => [
  { title: strings.version, className: table.mono, cell: ({ version }) => version },
  { title: strings.times, className: table.number, cell: ({ count }) => number(count) },
  { title: strings.last, cell: ({ time }) => formatDate(time, 'dayAndTime') },
  { title: strings.place, className: table.mono, isUnlabelled: true, cell: ({ frames }) => <Frames frames={frames} /> },
];

interface CrashesSectionProps {
  remote: string;
  /** The versions that have crashed. */
  versions: readonly string[];
}

function Crashes({ remote, versions }: CrashesSectionProps) {
  const { state, refetch } = useRepeatedQuery(async () => {
    const stacksOf = async (version: string): Promise<Crash[]> =>
      (await api.rollout.stacks({ remote, version })).stacks.map((stack) => ({ ...stack, version }));
    return (await Promise.all(versions.map(stacksOf))).flat();
  });
  return (
    <>
      <p className={styles.hint}>{strings.hint}</p>
      <QueryStatus request={state} refetch={refetch} rows={2} />
      {state.status === 'ready' &&
        (state.answer.length > 0 ? (
          <DataTable
            label={strings.label({ remote })}
            columns={columns()}
            rows={state.answer}
            keyOf={({ version, frames }) => `${version} ${frames.map(frameText).join(' ')}`}
          />
        ) : (
          <p className={styles.hint}>{strings.none}</p>
        ))}
    </>
  );
}

/** Resolving stacks takes the gateway a while, so they are requested only while the section is open. */
export function CrashesSection({ remote, versions }: CrashesSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible title={strings.title} onOpenChange={setIsOpen}>
      {isOpen && <Crashes key={versions.join(' ')} remote={remote} versions={versions} />}
    </Collapsible>
  );
}
