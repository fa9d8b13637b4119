/** Form fields of the pages before signing in. */

import { useMemo, useState } from 'react';
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import { BROWSER_TIME_ZONE, listTimeZones } from '../../forms/time-zones.ts';
import * as others from '../../labels/other-pages.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sign-in.tsx';

interface FieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}

export function EmailField({ isFirst = false, ...filled }: FieldProps & { readonly isFirst?: boolean }) {
  return (
    <TextField
      label={shared.email}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus={isFirst}
      {...filled}
    />
  );
}

/** The read-only e-mail field, for password managers. */
export const FixedEmailField = ({ email }: { readonly email: string }) => (
  <TextField
    label={shared.email}
    type="email"
    autoComplete="username"
    readOnly
    value={email}
    onValue={() => {}}
  />
);

/** The field for a new password. It can be shown, which is better than typing it twice. */
export function NewPasswordField({
  label = shared.password,
  isFirst = false,
  ...filled
}: FieldProps & { readonly label?: string; readonly isFirst?: boolean }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="sign-in-password">
      <TextField
        label={label}
        hint={labels.passwordHint}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={isFirst}
        {...filled}
      />
      <CheckboxField label={labels.showPassword} isOn={isShown} onChange={setIsShown} />
    </div>
  );
}

export function TimeZoneField(filled: FieldProps) {
  const options = useMemo(
    () => listTimeZones(BROWSER_TIME_ZONE).map(({ value }) => [value, value.replaceAll('_', ' ')] as const),
    [],
  );
  return <SelectField label={others.timeZone} hint={labels.timeZoneHint} options={options} {...filled} />;
}
