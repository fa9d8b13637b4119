/** Forms that are sent to the server: errors go to their fields, the rest below the button. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, toErrorMessage } from '../api.ts';
import * as shared from '../labels/shared.tsx';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { ErrorText } from './field.tsx';
import { formatFieldMessage, formatFormMessage } from './field-message.ts';

/** The server's errors by field. */
export interface FieldErrors {
  /** Error of a field, by its API name. */
  readonly of: (name: string) => string | undefined;
  readonly rest: string | undefined;
}

const NO_ERRORS: FieldErrors = { of: () => undefined, rest: undefined };

/**
 * Groups an error by field. Messages of the API begin with the field's name: `url must begin with …`, `paths[2] must
 * …`.
 */
function groupErrorsByField(error: unknown, names: readonly string[]): FieldErrors {
  const messages = error instanceof ApiError ? error.errors : [toErrorMessage(error)];
  const findName = (message: string): string | undefined =>
    names.find(name =>
      [`${name} `, `${name}[`, `${name.replaceAll('_', ' ')} `].some(begin => message.startsWith(begin)),
    );
  return {
    of: name =>
      messages
        .filter(message => findName(message) === name)
        .map(message => formatFieldMessage(message, name))
        .join('; ') || undefined,
    rest:
      messages
        .filter(message => findName(message) === undefined)
        .map(formatFormMessage)
        .join('; ') || undefined,
  };
}

/** Submits a form, one request at a time, and keeps the server's errors. `names`: fields that can show an error. */
export function useSubmit(names: readonly string[], work: () => Promise<unknown>) {
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      await work();
      setErrors(NO_ERRORS);
    } catch (error) {
      setErrors(groupErrorsByField(error, names));
    } finally {
      setIsBusy(false);
    }
  };
  return { submit, errors, isBusy };
}

export function Form({
  action,
  submission,
  variant = 'primary',
  children,
  onCancel,
  aside,
}: {
  /** Text of the button. */
  readonly action: string;
  readonly submission: ReturnType<typeof useSubmit>;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
  /** Shows a button that closes the form without saving. */
  readonly onCancel?: (() => void) | undefined;
  /** Shown beside the buttons. */
  readonly aside?: ReactNode;
}) {
  const { submit, errors, isBusy } = submission;
  return (
    <form className="form" noValidate onSubmit={event => void submit(event)}>
      {children}
      <ErrorText text={errors.rest} />
      <div className="actions">
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {shared.cancel}
          </Button>
        )}
        {aside}
      </div>
    </form>
  );
}
