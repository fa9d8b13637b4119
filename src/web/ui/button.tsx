import type { ButtonHTMLAttributes } from 'react';

/** `primary`: the main action of a page. `plain`: everything else. `quiet`: no border until hovered. `danger`: cannot be undone. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: ButtonVariant;
  /** Stays in place and ignores clicks while its action is running. */
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
      // Not `disabled`: that would lose the focus.
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

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  ...rest
}: Omit<ButtonProps, 'variant' | 'aria-label'> & { readonly label: string }) {
  return (
    <Button {...rest} variant="quiet" aria-label={label} title={label} data-icon="">
      {children}
    </Button>
  );
}
