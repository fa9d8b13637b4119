import { CheckField } from '../../ui/field.tsx';

/** Some of a few words, each on or off. */
export function Choices<Word extends string>({
  legend,
  words,
  isInColumns = false,
  chosen,
  fault,
  onChange,
}: {
  readonly legend: string;
  readonly words: readonly (readonly [word: Word, text: string, hint?: string])[];
  readonly chosen: readonly Word[];
  readonly fault?: string | undefined;
  /** For many short ones. */
  readonly isInColumns?: boolean;
  readonly onChange: (chosen: readonly Word[]) => void;
}) {
  return (
    <fieldset className={isInColumns ? 'choices in-columns' : 'choices'}>
      <legend>{legend}</legend>
      {words.map(([word, text, hint]) => (
        <CheckField
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
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
