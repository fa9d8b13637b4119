import type { FieldErrors } from './form.tsx';

/** Returns the properties that connect a form's fields with its values, by their API names. */
export function bindFields<Fields extends object>(
  { fields, set }: { readonly fields: Fields; readonly set: (part: Partial<Fields>) => void },
  errors: FieldErrors,
) {
  const setField = (name: keyof Fields, value: unknown) => set({ [name]: value } as Partial<Fields>);
  return {
    /** Of a field with a value. */
    field: <Name extends keyof Fields & string>(name: Name) => ({
      value: fields[name],
      error: errors.of(name),
      onValue: (value: Fields[Name]) => setField(name, value),
    }),
    /** Of a checkbox. */
    checkbox: (name: keyof Fields) => ({
      isOn: fields[name] === true,
      onChange: (isOn: boolean) => setField(name, isOn),
    }),
  };
}
