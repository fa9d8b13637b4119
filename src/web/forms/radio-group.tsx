import { type ReactNode, useId } from 'react';

/** A group of radio buttons with hints. */
export function RadioGroup<Word extends string>({
  legend,
  options,
  value,
  isInRow = false,
  onValue,
}: {
  readonly legend: string;
  readonly options: readonly (readonly [word: Word, text: string, hint?: ReactNode])[];
  readonly value: Word;
  /** In a row, for short options. */
  readonly isInRow?: boolean;
  readonly onValue: (word: Word) => void;
}) {
  const id = useId();
  return (
    <fieldset className={isInRow ? 'choices in-row' : 'choices'}>
      <legend>{legend}</legend>
      {options.map(([word, text, hint]) => (
        <div className="check" key={word}>
          <input
            type="radio"
            id={`${id}-${word}`}
            name={id}
            checked={word === value}
            aria-describedby={hint === undefined ? undefined : `${id}-${word}-hint`}
            onChange={() => onValue(word)}
          />
          <label htmlFor={`${id}-${word}`}>{text}</label>
          {hint !== undefined && (
            <p className="hint" id={`${id}-${word}-hint`}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
