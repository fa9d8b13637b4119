import type { ButtonHTMLAttributes } from 'react';

/** `primary`: the one thing a page is for. `plain`: everything else. `quiet`: no border until it is pointed at. `danger`: what cannot be taken back. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: ButtonVariant;
  /** Stays in place and takes no clicks while its work is under way. */
  readonly isBusy?: boolean;
  readonly isSmall?: boolean;
}

export function Button({
  variant = 'plain',
  isBusy = false,
  isSmall = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${variant}${isSmall ? ' small' : ''}`}
      // Not `disabled`: that would throw the focus away.
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      aria-busy={isBusy || undefined}
      onClick={event => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}

/** A button that shows an icon only; `label` is what it is called. */
export function IconButton({
  label,
  children,
  ...rest
}: Omit<ButtonProps, 'look' | 'aria-label'> & { readonly label: string }) {
  return (
    <Button {...rest} variant="quiet" aria-label={label} title={label} data-icon="">
      {children}
    </Button>
  );
}
