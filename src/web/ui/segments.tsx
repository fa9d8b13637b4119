/** A segmented control: one of a few options. */
export function Segments<Value extends string>({
  legend,
  options,
  value,
  onValue,
}: {
  readonly legend: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([each, text]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onValue(each)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
