/** Lists that are written one entry a line. */
import * as labels from '../labels/forms.ts';

export const parseLines = (text: string): readonly string[] => {
  const kept = text.trimEnd();
  return kept === '' ? [] : kept.split('\n');
};

export const joinLines = (lines: readonly string[]): string => lines.join('\n');

/** The server counts the entries of a list from 0; people count lines from 1: `paths[2] must …` is `Line 3 must …`. */
export const withLineNumbers = (error: string): string =>
  error.replaceAll(/[\w.]+\[(\d+)\] /g, (_, index) => labels.line(Number(index) + 1));
