/** Forms whose faults are the server's own words, each shown at the field that it names. */
import { ApiError } from './api.ts';
import { type Content, fill, h } from './dom.ts';

export interface Field {
  /** As the API calls it: its messages begin with it. */
  readonly name: string;
  readonly label: string;
  readonly control: HTMLInputElement | HTMLSelectElement;
  readonly hint?: string;
}

export interface FormParts {
  readonly fields: readonly Field[];
  readonly action: string;
  /** Rejects when the server refuses. */
  readonly send: (textOf: (name: string) => string) => Promise<void>;
  /** Stands below a failure that names no field. */
  readonly remedy?: () => Content;
}

export function createForm({ fields, action, send, remedy }: FormParts): HTMLFormElement {
  const fault = h('p', { class: 'fault', role: 'alert' });
  const button = h('button', { class: 'primary' }, action);
  const rows = fields.map(createRow);
  const form = h('form', { novalidate: true }, ...rows.map(row => row.element), fault, button);
  const textOf = (name: string): string => fields.find(field => field.name === name)?.control.value ?? '';

  function show(message: string): void {
    const messages = message === '' ? [] : message.split('; ');
    for (const row of rows) row.show(messages.filter(row.isAbout).join('; '));
    const others = messages.filter(each => !rows.some(row => row.isAbout(each))).join('; ');
    fill(fault, others, others !== '' && remedy ? remedy() : null);
    rows.find(row => messages.some(row.isAbout))?.focus();
  }

  async function submit(): Promise<void> {
    // Not `disabled`: that would take the focus away from whoever came here by keyboard.
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    show('');
    try {
      await send(textOf);
    } catch (error) {
      show(error instanceof ApiError ? error.message : 'This page failed. Load it again.');
    } finally {
      button.ariaDisabled = null;
    }
  }

  form.addEventListener('submit', event => {
    event.preventDefault();
    void submit();
  });
  return form;
}

function createRow({ name, label, control, hint }: Field) {
  control.id = `field-${name}`;
  control.setAttribute('name', name);
  const faultId = `${control.id}-fault`;
  const hintId = `${control.id}-hint`;
  const fault = h('p', { class: 'fault', id: faultId });
  if (hint !== undefined) control.setAttribute('aria-describedby', hintId);
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: control.id }, label),
      control,
      fault,
      hint !== undefined && h('p', { class: 'hint', id: hintId }, hint),
    ),
    isAbout: (message: string): boolean =>
      message.startsWith(`${name} `) || message.startsWith(`${name.replaceAll('_', ' ')} `),
    show(message: string): void {
      fill(fault, message);
      control.ariaInvalid = message === '' ? null : 'true';
      const described = [message !== '' && faultId, hint !== undefined && hintId].filter(id => id !== false);
      if (described.length === 0) control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', described.join(' '));
    },
    focus: () => control.focus(),
  };
}
