/** Form fields: label, control, hint and the server's error. */
import {
  type ChangeEvent,
  type ComponentProps,
  type ElementType,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from 'react';
import { escapeInvisibleCharacters } from '../ui/untrusted-text.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Validation error; shown below the control and announced by screen readers. */
  readonly error?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={`${id}-error`} text={error} />
    </div>
  );
}

/** A validation error, announced by screen readers; nothing without one. */
export function ErrorText({ text, id }: { readonly text: string | undefined; readonly id?: string }) {
  if (!text) return null;
  return (
    <p className="error" id={id} role="alert">
      {text}
    </p>
  );
}

type InputProps<Props> = Omit<Props, 'className' | 'id' | 'onChange' | 'value'>;

type TextTag = 'input' | 'textarea';

type TextFieldProps<Tag extends TextTag> = FieldProps &
  InputProps<ComponentProps<Tag>> & {
    readonly value: string;
    readonly onValue: (value: string) => void;
  };

const createTextField =
  <Tag extends TextTag>(tag: Tag) =>
  ({ label, hint, error, value, onValue, ...rest }: TextFieldProps<Tag>) => {
    const Control = tag as ElementType;
    return (
      <Field label={label} hint={hint} error={error}>
        {control => (
          <Control
            {...control}
            {...rest}
            className="input"
            value={value}
            onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
          />
        )}
      </Field>
    );
  };

export const TextField = createTextField('input');
export const TextAreaField = createTextField('textarea');

/** A native select. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onValue,
  ...rest
}: FieldProps &
  InputProps<SelectHTMLAttributes<HTMLSelectElement>> & {
    readonly value: Value;
    readonly options: readonly (readonly [value: Value, text: string])[];
    readonly onValue: (value: Value) => void;
  }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <select
          {...control}
          {...rest}
          className="input"
          value={value}
          onChange={event => onValue(event.target.value as Value)}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {escapeInvisibleCharacters(text)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox. */
export function CheckboxField({
  label,
  hint,
  isOn,
  onChange,
}: {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={event => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
