/** Schemas of texts that people enter. */
import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { hasControlCharacter, isLongerThan } from '../lib/text.ts';

interface TextOptions {
  /** True: it must not be blank. */
  readonly isRequired?: boolean;
  readonly maxLength: number;
  readonly description?: string;
}

/** Control characters except tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_IN_PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const isAllowedText = (value: unknown, { minLength = 0, maxLength = 0 }: TSchema): value is string =>
  typeof value === 'string' &&
  (minLength === 0 || value.trim() !== '') &&
  !isLongerThan(value, maxLength) &&
  value.isWellFormed();

TypeRegistry.Set(
  'Line',
  (schema: TSchema, value) => isAllowedText(value, schema) && !hasControlCharacter(value),
);
TypeRegistry.Set(
  'Prose',
  (schema: TSchema, value) => isAllowedText(value, schema) && !CONTROL_IN_PROSE.test(value),
);

const textSchema = (kind: 'Line' | 'Prose', form: string, { isRequired, ...options }: TextOptions) =>
  Type.Unsafe<string>({
    ...options,
    ...(isRequired ? { minLength: 1 } : {}),
    type: 'string',
    allowed: `${form} of at most ${options.maxLength} characters${isRequired ? ', not blank' : ''}, without control characters`,
    [Kind]: kind,
  });

/** Creates the schema of a single line: a name, a title, a code. Lengths count characters (code points). */
export const line = (options: TextOptions) => textSchema('Line', 'a line', options);

/** Creates the schema of a multi-line text. */
export const prose = (options: TextOptions) => textSchema('Prose', 'a text', options);
