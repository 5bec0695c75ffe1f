// Renders a person's text as elements; nothing in it is interpreted as HTML.
import { useMemo } from 'react';
import { useLazyModule } from '../kit/useLazyModule.ts';
import { needsMarkdown } from './needsMarkdown.ts';
import { PlainText, type PlainTextProps } from './PlainText.tsx';

export type MarkdownProps = PlainTextProps;

const loadFormattedText = () => import(/* webpackChunkName: "markdown" */ './FormattedText.tsx');

/**
 * The code that renders markup is loaded when a text first has some. Until then, and if it cannot be loaded, the text is
 * shown as it is written.
 */
export function Markdown(props: MarkdownProps) {
  const isMarkup = useMemo(() => needsMarkdown(props.text), [props.text]);
  const module = useLazyModule(loadFormattedText, isMarkup);
  return module && isMarkup ? <module.FormattedText {...props} /> : <PlainText {...props} />;
}
