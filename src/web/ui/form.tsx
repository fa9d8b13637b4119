/** A form that is sent to the server: faults go to their fields, the rest below the button. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, reasonOf } from '../api.ts';
import { Button, type ButtonLook } from './button.tsx';

/** What the server said, sorted by the fields it named. */
export interface Faults {
  /** What is said about a field, by the name the API has for it. */
  readonly of: (name: string) => string | undefined;
  readonly rest: string | undefined;
}

const NO_FAULTS: Faults = { of: () => undefined, rest: undefined };

/** Messages of the API begin with the field they are about: `url must begin with …`, `paths[2] must …`. */
function sortFaults(error: unknown, names: readonly string[]): Faults {
  const messages = error instanceof ApiError ? error.faults : [reasonOf(error)];
  const nameOf = (message: string): string | undefined =>
    names.find(name =>
      [`${name} `, `${name}[`, `${name.replaceAll('_', ' ')} `].some(begin => message.startsWith(begin)),
    );
  return {
    of: name => messages.filter(message => nameOf(message) === name).join('; ') || undefined,
    rest: messages.filter(message => nameOf(message) === undefined).join('; ') || undefined,
  };
}

/** Sends what `work` sends, once at a time, and keeps what the server found wrong. `names`: fields that can show a fault. */
export function useSubmit(names: readonly string[], work: () => Promise<unknown>) {
  const [faults, setFaults] = useState(NO_FAULTS);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      await work();
      setFaults(NO_FAULTS);
    } catch (error) {
      setFaults(sortFaults(error, names));
    } finally {
      setIsBusy(false);
    }
  };
  return { submit, faults, isBusy };
}

export function Form({
  action,
  submission,
  look = 'primary',
  children,
  aside,
}: {
  /** What the button says. */
  readonly action: string;
  readonly submission: ReturnType<typeof useSubmit>;
  readonly look?: ButtonLook;
  readonly children: ReactNode;
  /** Beside the button. */
  readonly aside?: ReactNode;
}) {
  const { submit, faults, isBusy } = submission;
  return (
    <form className="form" noValidate onSubmit={event => void submit(event)}>
      {children}
      {faults.rest !== undefined && (
        <p className="fault" role="alert">
          {faults.rest}
        </p>
      )}
      <div className="actions">
        <Button type="submit" look={look} isBusy={isBusy}>
          {action}
        </Button>
        {aside}
      </div>
    </form>
  );
}
