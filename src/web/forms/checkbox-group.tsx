import { CheckboxField, ErrorText } from './field.tsx';

/** A group of checkboxes. */
export function CheckboxGroup<Word extends string>({
  legend,
  words,
  isInColumns = false,
  chosen,
  error,
  onChange,
}: {
  readonly legend: string;
  readonly words: readonly (readonly [word: Word, text: string, hint?: string])[];
  readonly chosen: readonly Word[];
  readonly error?: string | undefined;
  /** In columns, for many short options. */
  readonly isInColumns?: boolean;
  readonly onChange: (chosen: readonly Word[]) => void;
}) {
  return (
    <fieldset className={isInColumns ? 'choices in-columns' : 'choices'}>
      <legend>{legend}</legend>
      {words.map(([word, text, hint]) => (
        <CheckboxField
          key={word}
          label={text}
          hint={hint}
          isOn={chosen.includes(word)}
          onChange={isOn =>
            onChange(
              words.map(([each]) => each).filter(each => (each === word ? isOn : chosen.includes(each))),
            )
          }
        />
      ))}
      <ErrorText text={error} />
    </fieldset>
  );
}
