/** The fields that forms share. */
import { h } from './dom.ts';
import type { Field } from './form.ts';

export const emailField = (): Field => ({
  name: 'email',
  label: 'E-mail',
  control: h('input', { type: 'email', autocomplete: 'username', 'data-first': true, required: true }),
});

export const passwordField = (use: 'new' | 'current', hint?: string): Field => ({
  name: 'password',
  label: 'Password',
  control: h('input', { type: 'password', autocomplete: `${use}-password`, required: true }),
  ...(hint === undefined ? {} : { hint }),
});

/** Every time zone the browser knows, its own chosen. */
export function timeZoneField(hint: string): Field {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].sort();
  const options = names.map(name =>
    h('option', { value: name, selected: name === own }, name.replaceAll('_', ' ')),
  );
  return { name: 'time_zone', label: 'Time zone', hint, control: h('select', {}, ...options) };
}

export const siteFields = (): Field[] => [
  {
    name: 'url',
    label: 'Address',
    hint: 'Where the pages are, such as https://example.org',
    control: h('input', { type: 'url', inputmode: 'url', autocomplete: 'url', required: true }),
  },
  {
    name: 'label',
    label: 'Label',
    hint: 'What you call it here. Left empty, it is the host.',
    control: h('input', { type: 'text', autocomplete: 'off' }),
  },
];
