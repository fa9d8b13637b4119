/** A form that is sent to the server: errors go to their fields, the rest below the button. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, toErrorMessage } from '../api.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';

/** What the server said, sorted by the fields it named. */
export interface FieldErrors {
  /** What is said about a field, by the name the API has for it. */
  readonly of: (name: string) => string | undefined;
  readonly rest: string | undefined;
}

const NO_ERRORS: FieldErrors = { of: () => undefined, rest: undefined };

/** Messages of the API begin with the field they are about: `url must begin with …`, `paths[2] must …`. */
function groupErrorsByField(error: unknown, names: readonly string[]): FieldErrors {
  const messages = error instanceof ApiError ? error.errors : [toErrorMessage(error)];
  const nameOf = (message: string): string | undefined =>
    names.find(name =>
      [`${name} `, `${name}[`, `${name.replaceAll('_', ' ')} `].some(begin => message.startsWith(begin)),
    );
  return {
    of: name => messages.filter(message => nameOf(message) === name).join('; ') || undefined,
    rest: messages.filter(message => nameOf(message) === undefined).join('; ') || undefined,
  };
}

/** Sends what `work` sends, once at a time, and keeps what the server found wrong. `names`: fields that can show a error. */
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
  aside,
}: {
  /** What the button says. */
  readonly action: string;
  readonly submission: ReturnType<typeof useSubmit>;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
  /** Beside the button. */
  readonly aside?: ReactNode;
}) {
  const { submit, errors, isBusy } = submission;
  return (
    <form className="form" noValidate onSubmit={event => void submit(event)}>
      {children}
      {errors.rest !== undefined && (
        <p className="error" role="alert">
          {errors.rest}
        </p>
      )}
      <div className="actions">
        <Button type="submit" variant={variant} isBusy={isBusy}>
          {action}
        </Button>
        {aside}
      </div>
    </form>
  );
}
