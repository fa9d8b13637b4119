/** Lists that are edited as text, one entry a line. */
import * as labels from '../labels/forms.ts';

export const parseLines = (text: string): readonly string[] => {
  const trimmed = text.trimEnd();
  return trimmed === '' ? [] : trimmed.split('\n');
};

export const joinLines = (lines: readonly string[]): string => lines.join('\n');

/** Converts indexes in error messages to line numbers: `paths[2] must …` becomes `Line 3 must …`. */
export const withLineNumbers = (error: string): string =>
  error.replaceAll(/[\w.]+\[(\d+)\] /g, (_, index) => labels.line(Number(index) + 1));
